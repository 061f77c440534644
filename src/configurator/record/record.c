// SPDX-License-Identifier: GPL-2.0-or-later
#include "record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gather/gather.h"
#include "util/cleanup.h"
#include "util/log.h"

#define RECORD_MAX     (1024 * 1024)
#define BOOT_ID_SIZE   64
#define COMPLETE_KEY   "complete"
#define COMPLETE_VALUE "yes"

static char *print_to_text(const struct pairs *pairs, size_t *length)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, length);

	if (!out)
		return NULL;
	pairs_print(pairs, out);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

int record_write(const struct root *root, const struct pairs *pairs)
{
	_cleanup_free_ char *text = NULL;
	size_t length;

	if (pairs->short_of_memory)
		return -ENOMEM;
	text = print_to_text(pairs, &length);
	if (!text)
		return -ENOMEM;
	return root_replace_file(root, RECORD_RUN_FOLDER, RECORD_NAME, text, length);
}

int record_persist(const struct root *root)
{
	_cleanup_free_ char *now = NULL, *kept = NULL;
	ssize_t length = root_read_own(root, RECORD_RUN_FOLDER, RECORD_NAME, RECORD_MAX, &now);

	if (length < 0)
		return (int)length;
	if (root_read_own(root, RECORD_VAR_FOLDER, RECORD_NAME, RECORD_MAX, &kept) == length &&
	    memcmp(now, kept, (size_t)length) == 0)
		return 0;
	return root_replace_file(root, RECORD_VAR_FOLDER, RECORD_NAME, now, (size_t)length);
}

static int check(const struct pairs *pairs)
{
	const char *schema = pairs_get(pairs, "schema");
	const struct pair *last = &pairs->list[pairs->count - 1];

	if (!schema)
		return -EINVAL;
	if (strcmp(schema, RECORD_SCHEMA) != 0)
		return -EPROTONOSUPPORT;
	if (strcmp(last->key, COMPLETE_KEY) != 0 || strcmp(last->value, COMPLETE_VALUE) != 0)
		return -ENODATA;
	return 0;
}

static int read_from(const struct root *root, const char *folder, struct pairs *pairs)
{
	_cleanup_free_ char *text = NULL;
	ssize_t length = root_read_own(root, folder, RECORD_NAME, RECORD_MAX, &text);
	int r;

	if (length < 0)
		return (int)length;
	if (length == 0)
		return -ENODATA;
	if (strlen(text) != (size_t)length)
		return -EINVAL;
	r = pairs_parse(text, pairs);
	/* Cut off in the middle of a line it does not parse, but the line's end tells. */
	if (r < 0)
		return r == -EINVAL && text[length - 1] != '\n' ? -ENODATA : r;
	r = check(pairs);
	if (r < 0)
		pairs_release(pairs);
	return r;
}

int record_read(const struct root *root, struct pairs *pairs)
{
	int r;

	*pairs = (struct pairs){ .count = 0 };
	r = read_from(root, RECORD_RUN_FOLDER, pairs);
	return r == -ENOENT ? read_from(root, RECORD_VAR_FOLDER, pairs) : r;
}

void record_complain(int error)
{
	switch (error) {
	case -ENOENT:
		log_line("no record: nothing was decided in this boot");
		break;
	case -ENODATA:
		log_line("the record is cut off, not used");
		break;
	case -EPROTONOSUPPORT:
		log_line("the record has another schema than " RECORD_SCHEMA ", not used");
		break;
	case -EINVAL:
		log_line("the record is no record of xen-flat, not used");
		break;
	default:
		log_errno(error, "the record cannot be read");
	}
}

bool record_is_of_this_boot(const struct root *root, const struct pairs *pairs)
{
	const char *recorded = pairs_get(pairs, "boot_id");
	char boot_id[BOOT_ID_SIZE];

	gather_boot_id(root, boot_id, sizeof(boot_id));
	return recorded && strcmp(recorded, boot_id) == 0;
}

int record_word(const struct pairs *pairs, const char *key, int (*from_word)(const char *word))
{
	const char *value = pairs_get(pairs, key);

	return value ? from_word(value) : -EINVAL;
}
