// SPDX-License-Identifier: GPL-2.0-or-later
/* Kernel parameters through the boot loader: only from the admin or a profile, never by itself. */
#include "commands/commands.h"

#include "bootparams/oddities.h"
#include "bootparams/plan.h"
#include "gather/gather.h"
#include "record/record.h"
#include "util/cleanup.h"

static bool read_record_of_this_boot(const struct context *context, struct pairs *record)
{
	if (record_read(&context->root, record) < 0)
		return false;
	if (record_is_of_this_boot(&context->root, record))
		return true;
	pairs_release(record);
	return false;
}

/* That the module was tried at boot and refused is known from the record only. */
static void believe_record(const struct context *context, struct means *means)
{
	_cleanup_(pairs_release) struct pairs record = { .count = 0 };

	if (means->module_live || means->module != METHOD_REASON_OK ||
	    !read_record_of_this_boot(context, &record))
		return;
	if (record_word(&record, "method", method_from_word) == METHOD_PARAMETERS)
		means->module = METHOD_REASON_MODULE_FAILED;
}

static void note_result(const struct context *context, enum result from, enum result to)
{
	_cleanup_(pairs_release) struct pairs record = { .count = 0 };

	if (!read_record_of_this_boot(context, &record) ||
	    record_word(&record, "method", method_from_word) != METHOD_PARAMETERS ||
	    record_word(&record, "result", result_from_word) != (int)from)
		return;
	pairs_set(&record, "result", result_word(to));
	update_record(context, &record);
}

static int plan(const struct context *context, const struct plan *made)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };

	plan_describe(&context->root, made, &pairs);
	print_pairs(context, &pairs);
	return EXIT_CODE_OK;
}

static int show(const struct context *context, const struct plan *made)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };

	plan_describe(&context->root, made, &pairs);
	pairs_add_oddities(&context->root, &pairs);
	print_pairs(context, &pairs);
	return EXIT_CODE_OK;
}

static int apply(const struct context *context, const struct plan *made)
{
	if (!made->changes) {
		plan_explain(made);
		return EXIT_CODE_OK;
	}
	if (plan_carry_out(&context->root, made) < 0)
		return EXIT_CODE_FAILED;
	note_result(context, RESULT_UNCHANGED, RESULT_PENDING_REBOOT);
	return EXIT_CODE_OK;
}

static int take_back(const struct context *context)
{
	if (plan_take_back(&context->root) < 0)
		return EXIT_CODE_FAILED;
	note_result(context, RESULT_PENDING_REBOOT, RESULT_UNCHANGED);
	return EXIT_CODE_OK;
}

static int with_plan(const struct context *context,
                     int (*use)(const struct context *context, const struct plan *made))
{
	_cleanup_(facts_release) struct facts facts;
	struct plan made;

	gather_all(&context->root, &facts);
	believe_record(context, &facts.means);
	plan_make(&context->root, &facts, &made);
	return use(context, &made);
}

int command_bootparams(const struct context *context)
{
	switch (context->action) {
	case BOOTPARAMS_APPLY:
		return with_plan(context, apply);
	case BOOTPARAMS_REMOVE:
		return take_back(context);
	case BOOTPARAMS_SHOW:
		return with_plan(context, show);
	default:
		return with_plan(context, plan);
	}
}
