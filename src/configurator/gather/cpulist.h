/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "util/cpuset.h"
#include "util/root.h"

#define CPU_FOLDER  "/sys/devices/system/cpu"
#define NODE_FOLDER "/sys/devices/system/node"

/**
 * cpulist_read() - read a CPU list from a file of sysfs
 * Return: 0, or a negative errno with @set empty.
 */
int cpulist_read(const struct root *root, const char *path, struct cpuset *set);

/** is_node_folder() - whether @name is "node" and a number, as in NODE_FOLDER */
static inline bool is_node_folder(const char *name)
{
	return strncmp(name, "node", 4) == 0 && isdigit((unsigned char)name[4]);
}
