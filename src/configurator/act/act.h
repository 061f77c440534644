/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "model/decision.h"
#include "model/facts.h"
#include "util/root.h"

/**
 * act_flatten() - bring about what a decision to flatten wants, by its method
 * @error: receives what went wrong, for the record; "" for nothing
 *
 * Return: 0, or a negative errno. METHOD_PARAMETERS and METHOD_NONE have nothing to do now.
 */
int act_flatten(const struct root *root, const struct facts *facts, const struct decision *decision,
                char *error, size_t size);

/**
 * act_go_native() - give the native domains back: the kernel's switch off, the module unloaded
 * Return: 0, or a negative errno with @error filled in.
 */
int act_go_native(const struct root *root, const struct means *means, char *error, size_t size);

/**
 * act_set_wakeup() - switch wake-ups where the flattening is in force already
 * Return: 0, or a negative errno with @error filled in.
 */
int act_set_wakeup(const struct root *root, const struct facts *facts, char *error, size_t size);
