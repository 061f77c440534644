// SPDX-License-Identifier: GPL-2.0-or-later
/* A parser with a bug that takes some search: the harness must find it, or it could find nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "util/text.h"

#ifdef PLANT_OVERFLOW
static void parse(const char *text)
{
	char *word = malloc(8);

	if (text_has_prefix(text, "cpu") && strlen(text) < 20)
		strcpy(word, text);
	else
		word[0] = '\0';
	require(word[0] == 'c' || word[0] == '\0'); /* or the copy is left out as useless */
	free(word);
}
#else
static void parse(const char *text)
{
	require(!text_has_prefix(text, "cpu3"));
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);

	parse(text);
	free(text);
	return 0;
}
