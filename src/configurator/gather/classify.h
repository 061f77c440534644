/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "domains/tree.h"
#include "model/facts.h"
#include "util/root.h"

/**
 * classify_domains() - the word for the shape of the scheduling domains
 * @tree: what the kernel has built, with spans or with names only
 * @flattened: xen_flat or xen.topology= is in force; they leave thread_siblings as it is, so an
 *	unnamed level that equals it is not SMT then
 *
 * Each root domain (cpuset partition) is judged by itself: it is known by its CPUs having the
 * same topmost span, for the kernel always builds up to the whole root domain
 * (kernel/sched/topology.c, build_sched_domains()).
 *
 * Return: the word; TOPOLOGY_UNKNOWN with a line in the log where @tree contradicts itself or the
 * CPU lists.
 */
enum topology classify_domains(const struct root *root, const struct domain_tree *tree,
                               const struct cpu_facts *cpus, bool flattened);
