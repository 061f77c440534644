/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "gather/witness.h"
#include "model/facts.h"
#include "util/root.h"

/* Gathering reads and never fails: what cannot be read is a fact of its own (unknown, none). */

/**
 * gather_hypervisor() - who runs below this kernel
 * @witnesses: receives what each witness said; may be NULL
 *
 * Costs a few file reads where /sys/hypervisor/type answers, one CPUID instruction and one look
 * for a file on a machine without a hypervisor.
 */
void gather_hypervisor(const struct root *root, struct hypervisor_facts *facts,
                       struct witness_list *witnesses);

/** gather_container() - whether the program runs inside a container */
bool gather_container(const struct root *root);

/**
 * gather_vcpus_pinned() - ask Xen whether each vCPU has one physical CPU for good
 * @online: the vCPUs to ask about
 *
 * Only Xen's hardware domain gets an answer (xen/common/domain.c, VCPUOP_get_physid), so call it
 * in a dom0 only. Under --root the answer is DIR/vcpus-pinned.txt.
 */
enum answer gather_vcpus_pinned(const struct root *root, const struct cpuset *online);

/** gather_cpus() - CPU lists and the number of NUMA nodes, from sysfs */
void gather_cpus(const struct root *root, struct cpu_facts *facts);

/**
 * gather_topology() - the scheduling domains built now, from the best source there is
 * @cpus: its online list is filled in from the source where sysfs had none
 */
void gather_topology(const struct root *root, struct cpu_facts *cpus, const struct means *means,
                     struct topology_facts *facts);

/** gather_settings() - configuration files and kernel command line */
void gather_settings(const struct root *root, struct settings *settings);

/** gather_kernel() - the release of the running kernel, or the one that the folder tells */
void gather_kernel(const struct root *root, char *release, size_t size);

/** gather_means() - the ways there are to change the domains */
void gather_means(const struct root *root, const char *kernel, struct means *means);

/** gather_in_kdump() - whether this is a crash kernel, which must be left alone */
bool gather_in_kdump(const struct root *root);

/** gather_taint() - /proc/sys/kernel/tainted, "" where it cannot be read */
void gather_taint(const struct root *root, char *taint, size_t size);

/** gather_boot_id() - the kernel's random id of this boot, "" where it cannot be read */
void gather_boot_id(const struct root *root, char *boot_id, size_t size);

/** gather_all() - everything, for a decision */
void gather_all(const struct root *root, struct facts *facts);

/** facts_release() - free what gather_all() has allocated */
void facts_release(struct facts *facts);
