/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "util/root.h"

/**
 * helper_check() - whether a boot loader tool can be run
 * Return: 0, or a negative errno with a line in the log. Under --root always 0.
 */
int helper_check(const struct root *root, const char *path);

/**
 * helper_run() - run a boot loader tool and wait for it; under --root nothing is run
 * @argv: its absolute path and its arguments, no shell is involved
 * @error: receives what went wrong
 *
 * It gets an environment of its own. Signals from the terminal are kept from this program
 * meanwhile, so that the old state can be put back when the helper is interrupted.
 *
 * Return: 0, or a negative errno with @error filled in, which ends in the helper's last words.
 */
int helper_run(const struct root *root, const char *const *argv, char *error, size_t size);
