/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "domains/tree.h"
#include "util/root.h"

/**
 * schedstat_read() - the scheduling domains out of /proc/schedstat
 *
 * The only source with CPU masks (kernel/sched/stats.c, show_schedstat(); versions 15, 16, 17).
 * Read as a stream, in memory that grows with the distinct spans only.
 *
 * Return: 0, or a negative errno: -ENOENT where the kernel lacks CONFIG_SCHEDSTATS, -EPROTO for
 * what is no schedstat, -EPROTONOSUPPORT for a version that is not known.
 */
int schedstat_read(const struct root *root, struct domain_tree *tree);
