// SPDX-License-Identifier: GPL-2.0-only
/*
 * Built in place of xen_flat where the kernel lacks what it needs, so that
 * building for such a kernel succeeds and loading says what is missing.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/module.h>
#include <linux/printk.h>

/* The module's own parameters are taken, so that its one line is the only one. */
static char *ignored;
module_param_named(mode, ignored, charp, 0);
module_param_named(wakeup, ignored, charp, 0);
module_param_named(force, ignored, charp, 0);

static int __init xen_flat_init(void)
{
	pr_err("unsupported: this kernel lacks %s\n", XEN_FLAT_MISSING);
	return -EOPNOTSUPP;
}

module_init(xen_flat_init);

MODULE_DESCRIPTION("One flat level of scheduling domains for Xen guests (not supported by this kernel)");
MODULE_AUTHOR("xen-guest-tuning maintainers <maintainers@xen-guest-tuning.invalid>");
MODULE_VERSION("0.1.0");
MODULE_LICENSE("GPL");
