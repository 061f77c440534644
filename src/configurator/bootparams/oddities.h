/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "model/pairs.h"
#include "util/root.h"

/**
 * pairs_add_oddities() - what is wrong on /proc/cmdline with parameters that concern us
 *
 * cmdline_ours: the words that decide on the domains, in their order, twice where they are twice.
 * cmdline_glued: words that stick to another, as where a space was forgotten: the kernel knows
 * neither. cmdline_literal: variables that the boot loader was meant to expand and did not.
 */
void pairs_add_oddities(const struct root *root, struct pairs *pairs);
