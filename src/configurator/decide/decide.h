/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "model/decision.h"
#include "model/facts.h"

/**
 * decide() - from facts to a decision
 *
 * A pure function: no file, no clock, no state. The policy is the table in policy.c, first match
 * wins; the method is chosen in method.c.
 */
void decide(const struct facts *facts, struct decision *decision);

/**
 * decide_explain() - print each policy row with the fact that it looks at
 *
 * Rows behind the one that matched are printed as not reached.
 */
void decide_explain(const struct facts *facts, FILE *out);

/**
 * decide_policy() - verdict, wanted, reason and row of a decision
 */
void decide_policy(const struct facts *facts, struct decision *decision);

/**
 * decide_method() - method, method_reason and parameters of a decision whose policy part is set
 */
void decide_method(const struct facts *facts, struct decision *decision);

/**
 * topology_satisfies() - whether domains of this shape are what is wanted
 * @numa_nodes: on one node, node and flat are the same
 */
bool topology_satisfies(enum topology topology, enum wanted wanted, unsigned int numa_nodes);

/** decide_loader() - whether the boot loader's configuration may be changed, and why not */
enum method_reason decide_loader(const struct facts *facts);

/** parameter_is_ours_to_set() - whether bootparams ever sets this kernel parameter */
bool parameter_is_ours_to_set(const char *word);
