/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "model/words.h"
#include "util/root.h"

/**
 * module_load() - load xen_flat
 * @path: its file
 * @mode: the domains to build
 * @wakeup: how wake-ups look for an idle vCPU
 *
 * Through libkmod: compressed files, options of modprobe.d, blacklists; no install command is
 * run. Already loaded is no error.
 *
 * Return: 0, or a negative errno; see module_error_reason().
 */
int module_load(const char *path, enum wanted mode, enum wakeup wakeup);

/** module_unload() - unload xen_flat, which restores the native domains. Return: 0 or -errno. */
int module_unload(void);

/**
 * module_load_privcmd() - load xen-privcmd, through which a dom0 can ask Xen
 * Return: 0, or a negative errno; it is not there in every kernel.
 */
int module_load_privcmd(void);

/** module_error_reason() - what an error of module_load() means */
enum method_reason module_error_reason(const struct root *root, int error);
