/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "model/words.h"
#include "util/cpuset.h"

#define XEN_VERSION_SIZE    64
#define KERNEL_RELEASE_SIZE 65 /* utsname */

/** struct hypervisor_facts - who runs below the kernel, and as what the kernel runs */
struct hypervisor_facts {
	enum hypervisor hypervisor;
	enum role role;
	enum guest_type guest_type;
	enum cloud cloud;
	char xen_version[XEN_VERSION_SIZE]; /* "4.17.7", empty where Xen does not tell */
};

/** struct cpu_facts - the CPUs that the kernel knows */
struct cpu_facts {
	struct cpuset online;
	struct cpuset possible;
	struct cpuset isolated;
	unsigned int numa_nodes; /* nodes with CPUs, at least 1 */
};

/** struct topology_facts - the scheduling domains that the kernel has built */
struct topology_facts {
	enum topology topology;
	enum topology_source source;
	char *levels; /* "MC:0-1|2-3 PKG:0-3"; owned; NULL when memory was short */
};

/** struct settings - what the admin asks for */
struct settings {
	enum setting topology;
	enum setting_source source;
	enum wakeup wakeup;
	enum loader_setting loader;
};

/** struct means - the ways that this system has to change its scheduling domains */
struct means {
	bool builtin;              /* the kernel has xen.topology= */
	bool module_live;          /* xen_flat is loaded */
	bool flattened;            /* xen_flat or xen.topology= rules the domains now */
	bool builtin_rules;        /* of the two it is xen.topology= */
	enum wanted mode;          /* what it rules them to be */
	enum wakeup wakeup;        /* and how wake-ups go */
	bool wakeup_can_change;    /* what rules the domains has a switch for wake-ups */
	enum method_reason module; /* METHOD_REASON_OK where xen_flat can be loaded */
	bool numa_off_flattens;    /* numa=off would leave one level */
	enum loader_tool loader;
	enum loader_doubt loader_doubt;
};

#define PARAMETER_SIZE 64

/** struct parameter_facts - the kernel parameter that bootparams has set for the boots to come */
struct parameter_facts {
	char ours[PARAMETER_SIZE]; /* "" for none */
	enum effect effect;
};

/** struct facts - all that a decision rests on */
struct facts {
	struct hypervisor_facts hypervisor;
	bool container;
	enum answer vcpus_pinned;
	struct cpu_facts cpus;
	struct topology_facts topology;
	struct settings settings;
	struct means means;
	struct parameter_facts parameters;
	char kernel[KERNEL_RELEASE_SIZE];
};
