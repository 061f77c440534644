/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef XEN_FLAT_H
#define XEN_FLAT_H

#include <linux/sched/topology.h>
#include <linux/types.h>

enum flat_mode {
	FLAT_MODE_FLAT,
	FLAT_MODE_NODE,
	FLAT_MODE_NATIVE,
};

enum flat_wakeup {
	FLAT_WAKEUP_LOCAL,
	FLAT_WAKEUP_SPREAD,
};

struct flat_settings {
	enum flat_mode mode;
	enum flat_wakeup wakeup;
};

/* gate.c: functions that the kernel does not export */
int flat_gate_open(void);
void flat_gate_close(void);
int flat_gate_call(unsigned long function, const void *arg, unsigned long *result);
int flat_gate_lookup(const char *name, unsigned long *address);

/* levels.c: the topology levels that replace the kernel's during a rebuild */
int flat_levels_init(void);
void flat_levels_free(void);
void flat_levels_abandon(void);
struct sched_domain_topology_level *
flat_levels_fill(const struct flat_settings *settings,
		 const struct sched_domain_topology_level *native);
bool flat_levels_are(const struct sched_domain_topology_level *levels);

/* rebuild.c: the probe on the kernel's builder, and rebuilds through it */
int flat_rebuild_init(void);
int flat_rebuild(const struct flat_settings *settings);
void flat_rebuild_exit(void);

/* Steps of the load that a test build (XEN_FLAT_FAULTS) can make fail. */
enum flat_step {
	FLAT_STEP_NONE,
	FLAT_STEP_GATE,
	FLAT_STEP_KALLSYMS,
	FLAT_STEP_SYMBOLS,
	FLAT_STEP_LEVELS,
	FLAT_STEP_PROBE,
	FLAT_STEP_REBUILD,
	FLAT_STEP_LAST,
};

#ifdef XEN_FLAT_FAULTS
int flat_fault(enum flat_step step);
#else
static inline int flat_fault(enum flat_step step)
{
	return 0;
}
#endif

#endif
