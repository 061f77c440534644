// SPDX-License-Identifier: GPL-2.0-or-later
/* The record: what is read is printed so that it reads the same, as lines; and JSON stays JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz.h"
#include "output/tree.h"
#include "record/record.h"

static char *print(const struct pairs *pairs, void (*how)(const struct pairs *pairs, FILE *out))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	require(out);
	how(pairs, out);
	fclose(out);
	return text;
}

static void reads_the_same(const struct pairs *pairs)
{
	char *text = print(pairs, pairs_print);
	struct pairs again;

	require(pairs_parse(text, &again) == 0 && again.count == pairs->count);
	for (size_t i = 0; i < pairs->count; i++) {
		require(strcmp(pairs->list[i].key, again.list[i].key) == 0);
		require(strcmp(pairs->list[i].value, again.list[i].value) == 0);
	}
	pairs_release(&again);
	free(text);
}

static void is_one_object(const struct pairs *pairs)
{
	char *text = print(pairs, pairs_print_json);

	require(text[0] == '{' && strcmp(text + strlen(text) - 3, "\n}\n") == 0);
	for (const char *p = text; *p; p++)
		require((unsigned char)*p >= ' ' || *p == '\n');
	free(text);
}

static void draw(const struct pairs *pairs)
{
	const struct drawing drawing = { .utf8 = true, .width = 60 };
	const char *levels = pairs_get(pairs, "levels_before");
	FILE *out = fopen("/dev/null", "w");

	require(out);
	tree_print_pair("before", levels ? levels : "", "now", "MC:0-1 PKG:0-3", &drawing, out);
	fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pairs pairs;
	int r;

	fuzz_put("/run/xen-flat/decision", data, size);
	r = record_read(fuzz_root(), &pairs);
	require(r <= 0);
	if (r < 0) {
		record_complain(r);
		require(pairs.count == 0);
		return 0;
	}
	record_is_of_this_boot(fuzz_root(), &pairs);
	record_word(&pairs, "result", result_from_word);
	reads_the_same(&pairs);
	is_one_object(&pairs);
	draw(&pairs);
	pairs_release(&pairs);
	return 0;
}
