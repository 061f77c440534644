// SPDX-License-Identifier: GPL-2.0-only
/*
 * xen_flat: one flat level of scheduling domains for Xen guests.
 *
 * The vCPUs of a guest float over the physical CPUs, so what its kernel
 * derives from CPUID about siblings, caches and packages is not true for long.
 * This module makes the scheduler build one level, VCPU, over all of them.
 * The topology that the kernel reports to programs is left as it is.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <xen/xen.h>

#include "xen_flat.h"

static const char * const mode_names[] = {
	[FLAT_MODE_FLAT] = "flat",
	[FLAT_MODE_NODE] = "node",
	[FLAT_MODE_NATIVE] = "native",
};

static const char * const wakeup_names[] = {
	[FLAT_WAKEUP_LOCAL] = "local",
	[FLAT_WAKEUP_SPREAD] = "spread",
};

/*
 * Parameters can be written as soon as the module has its folder in sysfs,
 * before init is done, and as long as it has it, after exit.
 */
static enum {
	STAGE_LOADING,
	STAGE_LIVE,
	STAGE_LEAVING,
} stage;

static DEFINE_MUTEX(settings_lock);
static struct flat_settings settings = {
	.mode = FLAT_MODE_FLAT,
	.wakeup = FLAT_WAKEUP_LOCAL,
};

static bool force;

static int rebuild_and_tell(const struct flat_settings *next)
{
	int err;

	err = flat_rebuild(next);
	if (!err)
		pr_info("scheduling domains rebuilt, mode %s, wakeup %s\n",
			mode_names[next->mode], wakeup_names[next->wakeup]);
	return err;
}

static int apply_settings(const struct flat_settings *next)
{
	int err = 0;

	if (stage == STAGE_LEAVING)
		return -ENODEV;
	if (stage == STAGE_LIVE)
		err = rebuild_and_tell(next);
	if (!err)
		settings = *next;
	return err;
}

static int set_mode(const char *word, const struct kernel_param *param)
{
	int mode = sysfs_match_string(mode_names, word);
	struct flat_settings next;
	int err;

	if (mode < 0)
		return mode;

	mutex_lock(&settings_lock);
	next = settings;
	next.mode = mode;
	err = apply_settings(&next);
	mutex_unlock(&settings_lock);
	return err;
}

static int get_mode(char *page, const struct kernel_param *param)
{
	return scnprintf(page, PAGE_SIZE, "%s\n", mode_names[READ_ONCE(settings.mode)]);
}

static int set_wakeup(const char *word, const struct kernel_param *param)
{
	int wakeup = sysfs_match_string(wakeup_names, word);
	struct flat_settings next;
	int err;

	if (wakeup < 0)
		return wakeup;

	mutex_lock(&settings_lock);
	next = settings;
	next.wakeup = wakeup;
	err = apply_settings(&next);
	mutex_unlock(&settings_lock);
	return err;
}

static int get_wakeup(char *page, const struct kernel_param *param)
{
	return scnprintf(page, PAGE_SIZE, "%s\n", wakeup_names[READ_ONCE(settings.wakeup)]);
}

static const struct kernel_param_ops mode_ops = {
	.set = set_mode,
	.get = get_mode,
};

static const struct kernel_param_ops wakeup_ops = {
	.set = set_wakeup,
	.get = get_wakeup,
};

module_param_cb(mode, &mode_ops, NULL, 0644);
MODULE_PARM_DESC(mode, "domains to build: flat (one level over all vCPUs, default), node (one level over each NUMA node, the kernel's NUMA levels above), native (the kernel's own)");
module_param_cb(wakeup, &wakeup_ops, NULL, 0644);
MODULE_PARM_DESC(wakeup, "where a waking task may go: local (the waker's or its last vCPU, default), spread (any idle vCPU of the level)");
module_param(force, bool, 0444);
MODULE_PARM_DESC(force, "load where there is no Xen, too (for tests)");

#ifdef XEN_FLAT_FAULTS
static int fault;
module_param(fault, int, 0444);
MODULE_PARM_DESC(fault, "number of the step of the load that fails");

int flat_fault(enum flat_step step)
{
	return stage == STAGE_LOADING && fault == step ? -ENOMEM : 0;
}
#endif

static int start(void)
{
	int err;

	err = flat_gate_open();
	if (err)
		return err;
	err = flat_fault(FLAT_STEP_LEVELS) ?: flat_levels_init();
	if (err)
		goto close_gate;
	err = flat_rebuild_init();
	if (err)
		goto free_levels;
	err = rebuild_and_tell(&settings) ?: flat_fault(FLAT_STEP_LAST);
	if (err)
		goto restore;
	return 0;

restore:
	flat_rebuild_exit();
free_levels:
	flat_levels_free();
close_gate:
	flat_gate_close();
	return err;
}

static int __init xen_flat_init(void)
{
	int err;

	if (!xen_domain() && !force) {
		pr_info("not a Xen guest\n");
		return -ENODEV;
	}

	mutex_lock(&settings_lock);
	err = start();
	stage = err ? STAGE_LEAVING : STAGE_LIVE;
	mutex_unlock(&settings_lock);
	return err;
}

static void __exit xen_flat_exit(void)
{
	mutex_lock(&settings_lock);
	stage = STAGE_LEAVING;
	flat_rebuild_exit();
	flat_levels_free();
	flat_gate_close();
	mutex_unlock(&settings_lock);
}

module_init(xen_flat_init);
module_exit(xen_flat_exit);

MODULE_DESCRIPTION("One flat level of scheduling domains for Xen guests");
MODULE_AUTHOR("xen-guest-tuning maintainers <maintainers@xen-guest-tuning.invalid>");
MODULE_VERSION("0.1.0");
MODULE_LICENSE("GPL");
