/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "util/root.h"

#define KERNEL_CMDLINE "/etc/kernel/cmdline"

/**
 * kernel_cmdline_change() - change a parameter for kernels that are installed later
 * @from: the word to take out, "" for none
 * @to: the word to put in, "" for none
 *
 * A file that is missing, or has no word, is left as it is; so is one that is a symbolic link.
 *
 * Return: 0, or a negative errno.
 */
int kernel_cmdline_change(const struct root *root, const char *from, const char *to);
