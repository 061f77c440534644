/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/root.h"

/**
 * admin_has() - whether the admin has set a kernel parameter of the same name
 * @parameter: "name=value"; whatever the admin's value is, it stands
 * @where: receives the file it was found in
 *
 * Looked for in the files that the boot loader tools read and on the kernel command line. What
 * bootparams itself has set does not count.
 */
bool admin_has(const struct root *root, const char *parameter, char *where, size_t size);
