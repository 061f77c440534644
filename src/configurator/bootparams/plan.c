// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/plan.h"

#include <errno.h>
#include <string.h>

#include "bootparams/admin.h"
#include "bootparams/tool.h"
#include "decide/decide.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"

#define CHANGE_SIZE 256

/* The kernel's own switch needs no parameter now; whether it can be kept is the question here. */
static void ask_loader(const struct facts *facts, struct decision *decision)
{
	if (decision->method == METHOD_BUILTIN)
		decision->method_reason = decide_loader(facts);
}

static bool is_set(const struct root *root, const struct plan *plan)
{
	const struct tool *tool = tool_for(plan->facts->means.loader);

	return strcmp(plan->own.word, plan->decision.parameters) == 0 &&
	       tool->is_in_place(root, plan->own.word);
}

void plan_make(const struct root *root, const struct facts *facts, struct plan *plan)
{
	const char *wanted;

	*plan = (struct plan){ .facts = facts };
	decide(facts, &plan->decision);
	ask_loader(facts, &plan->decision);
	own_read(root, &plan->own);
	wanted = plan->decision.parameters;
	if (!*wanted || is_set(root, plan))
		return;
	if (admin_has(root, wanted, plan->admin, sizeof(plan->admin)))
		return;
	plan->admin[0] = '\0';
	plan->changes = true;
}

static void describe_changes(const struct root *root, const struct plan *plan, struct pairs *pairs)
{
	char text[CHANGE_SIZE] = "";

	if (plan->changes)
		tool_for(plan->facts->means.loader)
			->describe(root, plan->own.word, plan->decision.parameters, text,
		                   sizeof(text));
	pairs_set(pairs, "changes", *text ? text : "none");
}

void plan_describe(const struct root *root, const struct plan *plan, struct pairs *pairs)
{
	const struct facts *facts = plan->facts;

	pairs_set(pairs, "method", method_word(plan->decision.method));
	pairs_set(pairs, "method_reason", method_reason_word(plan->decision.method_reason));
	pairs_set(pairs, "parameters", plan->decision.parameters);
	pairs_set(pairs, "loader", loader_tool_word(facts->means.loader));
	pairs_set(pairs, "loader_doubt", loader_doubt_word(facts->means.loader_doubt));
	pairs_add_parameters(pairs, &facts->parameters);
	pairs_set(pairs, "parameters_admin", plan->admin);
	describe_changes(root, plan, pairs);
}

int plan_carry_out(const struct root *root, const struct plan *plan)
{
	const char *from = plan->own.word, *to = plan->decision.parameters;
	int r = tool_for(plan->facts->means.loader)->change(root, from, to);

	if (r < 0)
		return r;
	if (strcmp(from, to) != 0)
		own_remember(root, from);
	return 0;
}

void plan_explain(const struct plan *plan)
{
	const struct decision *decision = &plan->decision;

	if (plan->admin[0])
		log_line("%s: the admin's word stands, nothing is changed", plan->admin);
	else if (*decision->parameters)
		log_line("%s is set already", decision->parameters);
	else
		log_line("no parameter: method %s (%s), loader %s (%s)",
		         method_word(decision->method), method_reason_word(decision->method_reason),
		         loader_tool_word(plan->facts->means.loader),
		         loader_doubt_word(plan->facts->means.loader_doubt));
}

int plan_take_back(const struct root *root)
{
	struct own_parameter own;
	int r;

	own_read(root, &own);
	if (own.tool == LOADER_TOOL_UNKNOWN)
		return 0;
	r = tool_for(own.tool)->change(root, own.word, "");
	if (r == 0)
		own_remember(root, own.word);
	return r;
}
