// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rebuilding the scheduling domains from other topology levels.
 *
 * All domains, at every CPU hotplug, cpuset change and resume, are made by
 * build_sched_domains(), which reads the levels from the array that
 * sched_domain_topology points to. A kretprobe points it at ours when the
 * function is entered and back when it returns. Both happen under
 * sched_domains_mutex, so nobody else ever sees our array: NUMA set-up code,
 * which frees and replaces the kernel's array when nodes come and go, always
 * finds its own.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>

#include "xen_flat.h"

/* A rebuild that races with CPU hotplug is put off by the kernel. */
#define REBUILD_TRIES 100
#define REBUILD_PAUSE_MS 20

static struct sched_domain_topology_level **topology;
static bool *topology_update;
static unsigned long rebuild_sched_domains_at;

/*
 * What the next build is to use, and which version of it the last completed
 * build did use. A build may see a mixture of two versions, but only under the
 * number of the old one, and then another build follows.
 */
static struct flat_settings wanted = { .mode = FLAT_MODE_NATIVE };
static unsigned int wanted_version;
static unsigned int built_version;

/* One call of build_sched_domains() */
struct build {
	struct sched_domain_topology_level *native;
	unsigned int version;
};

static int build_enter(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct build *build = (struct build *)instance->data;
	struct sched_domain_topology_level *levels;
	struct flat_settings settings;

	build->version = smp_load_acquire(&wanted_version);
	settings.mode = READ_ONCE(wanted.mode);
	settings.wakeup = READ_ONCE(wanted.wakeup);
	build->native = NULL;

	levels = flat_levels_fill(&settings, *topology);
	if (levels) {
		build->native = *topology;
		WRITE_ONCE(*topology, levels);
	}
	return 0;
}
NOKPROBE_SYMBOL(build_enter);

static int build_return(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct build *build = (struct build *)instance->data;

	if (build->native)
		WRITE_ONCE(*topology, build->native);
	if ((int)regs_return_value(regs) == 0)
		WRITE_ONCE(built_version, build->version);
	return 0;
}
NOKPROBE_SYMBOL(build_return);

static struct kretprobe build_probe = {
	.kp.symbol_name = "build_sched_domains",
	.entry_handler = build_enter,
	.handler = build_return,
	.data_size = sizeof(struct build),
};

static int find_symbols(void)
{
	unsigned long at;
	int err;

	err = flat_gate_lookup("sched_domain_topology", &at);
	if (err)
		return err;
	topology = (struct sched_domain_topology_level **)at;

	err = flat_gate_lookup("x86_topology_update", &at);
	if (err)
		return err;
	topology_update = (bool *)at;

	return flat_gate_lookup("rebuild_sched_domains", &rebuild_sched_domains_at);
}

static int register_build_probe(void)
{
	int err;

	err = flat_fault(FLAT_STEP_PROBE) ?: register_kretprobe(&build_probe);
	if (err) {
		pr_err("unsupported: no probe on build_sched_domains (%d)\n", err);
		return -EOPNOTSUPP;
	}
	if (build_probe.kp.flags & KPROBE_FLAG_FTRACE)
		return 0;

	unregister_kretprobe(&build_probe);
	pr_err("unsupported: build_sched_domains is not traceable by ftrace\n");
	return -EOPNOTSUPP;
}

int flat_rebuild_init(void)
{
	return find_symbols() ?: register_build_probe();
}

static void publish(const struct flat_settings *settings)
{
	WRITE_ONCE(wanted.mode, settings->mode);
	WRITE_ONCE(wanted.wakeup, settings->wakeup);
	smp_store_release(&wanted_version, wanted_version + 1);
}

/*
 * Without x86_topology_update a rebuild finds the partitions of the CPUs
 * unchanged and keeps the domains. Whoever rebuilds after it was set, CPU
 * hotplug perhaps, builds what is wanted now.
 */
static int rebuild_now(void)
{
	int tries, err;

	for (tries = 0; tries < REBUILD_TRIES; tries++) {
		WRITE_ONCE(*topology_update, true);
		err = flat_gate_call(rebuild_sched_domains_at, NULL, NULL);
		if (err)
			return err;
		if (READ_ONCE(built_version) == wanted_version)
			return 0;
		msleep(REBUILD_PAUSE_MS);
	}
	return -EIO;
}

/* Returns when the domains are as wanted, or fails and leaves them as they were. */
int flat_rebuild(const struct flat_settings *settings)
{
	struct flat_settings before = wanted;
	int err;

	publish(settings);
	err = flat_fault(FLAT_STEP_REBUILD) ?: rebuild_now();
	if (!err)
		return 0;

	pr_err("no domains were rebuilt: are kprobes switched off (kernel.ftrace_enabled)?\n");
	publish(&before);
	rebuild_now();
	return err;
}

/*
 * unregister_kretprobe() forgets calls that are under way, and those would
 * leave sched_domain_topology pointing into this module. So first the native
 * domains are built; then, as that is no proof when probes are switched off,
 * the entry handlers that may still use the old settings are waited for, and
 * then the return of whatever call they changed the pointer for.
 */
void flat_rebuild_exit(void)
{
	static const struct flat_settings native = { .mode = FLAT_MODE_NATIVE };

	publish(&native);
	if (rebuild_now()) {
		pr_err("native domains come back at the next rebuild only: probes are switched off\n");
		flat_levels_abandon();
	} else {
		pr_info("native scheduling domains restored\n");
	}
	synchronize_rcu();
	while (flat_levels_are(READ_ONCE(*topology)))
		msleep(REBUILD_PAUSE_MS);
	unregister_kretprobe(&build_probe);
}
