/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* Where the flattening in force can be seen and switched. */

#define MODULE_NAME       "xen_flat"
#define MODULE_FOLDER     "/sys/module/xen_flat"
#define MODULE_MODE       "/sys/module/xen_flat/parameters/mode"
#define MODULE_WAKEUP     "/sys/module/xen_flat/parameters/wakeup"
#define BUILTIN_TOPOLOGY  "/sys/module/xen/parameters/topology"
#define BUILTIN_PARAMETER "xen.topology="
#define BUILTIN_WAKEUP    "/sys/module/xen/parameters/wakeup"
