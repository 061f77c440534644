// SPDX-License-Identifier: GPL-2.0-or-later
#include "commands/commands.h"

#include "record/record.h"
#include "util/log.h"

void print_pairs(const struct context *context, const struct pairs *pairs)
{
	if (context->json)
		pairs_print_json(pairs, stdout);
	else
		pairs_print(pairs, stdout);
}

int update_record(const struct context *context, const struct pairs *record)
{
	int r = record_write(&context->root, record);

	if (r < 0)
		return log_errno(r, "the record cannot be written");
	if (!root_exists(&context->root, RECORD_VAR_FOLDER "/" RECORD_NAME))
		return 0;
	r = record_persist(&context->root);
	return r < 0 ? log_errno(r, "the record cannot be kept") : 0;
}
