/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "model/words.h"

/** struct decision - what is to be done, why, and by which means */
struct decision {
	enum verdict verdict;
	enum wanted wanted;
	enum reason reason;
	unsigned int row; /* row of the policy table that matched, from 1 */
	enum method method;
	enum method_reason method_reason;
	const char *parameters; /* kernel parameters for the boots to come, "" for none */
};
