/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <limits.h>

#include "model/words.h"
#include "util/root.h"

/** struct module_file - the file of xen_flat for a kernel */
struct module_file {
	char path[PATH_MAX];   /* absolute, inside the root; "" where there is none */
	enum answer is_signed; /* unknown for a compressed file */
};

/**
 * module_file_find() - find xen_flat for the kernel @release
 *
 * Believes modules.dep; where that does not name it (DKMS ran, depmod did not; an initramfs
 * builder copied the file only) the folders that modules are installed into are looked at.
 */
void module_file_find(const struct root *root, const char *release, struct module_file *file);
