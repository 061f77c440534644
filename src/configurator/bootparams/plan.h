/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bootparams/own.h"
#include "model/decision.h"
#include "model/facts.h"
#include "model/pairs.h"
#include "util/root.h"

/** struct plan - what `bootparams apply` would do */
struct plan {
	const struct facts *facts;
	struct decision decision;
	struct own_parameter own; /* set already */
	char admin[320];          /* the file in which the admin has set it; "" for none */
	bool changes;
};

/** plan_make() - from facts to a plan; looks at the boot loader's files, changes nothing */
void plan_make(const struct root *root, const struct facts *facts, struct plan *plan);

/** plan_describe() - as the keys of `bootparams plan` */
void plan_describe(const struct root *root, const struct plan *plan, struct pairs *pairs);

/** plan_carry_out() - do it. Return: 0, or a negative errno with a line in the log. */
int plan_carry_out(const struct root *root, const struct plan *plan);

/** plan_explain() - one line that says why there is nothing to do */
void plan_explain(const struct plan *plan);

/** plan_take_back() - remove what bootparams has set. Return: as plan_carry_out(). */
int plan_take_back(const struct root *root);
