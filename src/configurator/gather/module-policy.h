/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "util/root.h"

/* What keeps the kernel, or the admin, from letting xen_flat in. */

/** module_policy_disabled() - kernel.modules_disabled=1: no module until the next boot */
bool module_policy_disabled(const struct root *root);

/**
 * module_policy_blacklisted() - whether the admin has blacklisted xen_flat
 *
 * By modprobe.blacklist=, module_blacklist= or rd.driver.blacklist= on the kernel command line, or
 * by `blacklist xen_flat` or `install xen_flat /bin/false` (or true) in modprobe.d.
 */
bool module_policy_blacklisted(const struct root *root);

/** module_policy_signature_enforced() - the kernel takes signed modules only */
bool module_policy_signature_enforced(const struct root *root);

/** module_policy_locked_down() - lockdown, as Secure Boot switches it on, refuses unsigned ones */
bool module_policy_locked_down(const struct root *root);
