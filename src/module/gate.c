// SPDX-License-Identifier: GPL-2.0-only
/*
 * The gate: entering kernel functions that are not exported.
 *
 * Calling such a function through a pointer is not valid on every kernel.
 * With IBT, objtool removes the ENDBR from functions whose address is never
 * taken, so an indirect call to one raises #CP; with kCFI and FineIBT it has
 * no type hash to check the call against. Therefore this module contains no
 * indirect branch into kernel text at all. Instead it makes a direct call to
 * an empty function of its own, gate(). A kprobe sits at gate()'s entry,
 * served by ftrace, and its pre-handler replaces regs->ip by the address of
 * the wanted function: the way live patching and function error injection
 * redirect a call. Registers and stack are as the direct call left them, so
 * the argument arrives and the function returns straight to gate()'s caller.
 * From ftrace's trampoline the target is reached by a RET, which neither IBT
 * nor CFI constrain and which the return mitigations cover.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/printk.h>

#include "xen_flat.h"

#if __has_attribute(__noipa__)
#define __opaque noinline __attribute__((__noipa__))
#else
#define __opaque noinline
#endif

static DEFINE_MUTEX(gate_lock);
static unsigned long gate_target;
static bool gate_entered;
static unsigned long lookup_name;

/*
 * The body runs only when the probe did not redirect. It must look to the
 * compiler like a function that may do anything: nothing about its result or
 * the registers it spares may be assumed by the caller.
 */
static __opaque unsigned long gate(const void *arg)
{
	unsigned long result = 0;

	asm volatile("" : "+r" (result) : "r" (arg) : "memory");
	return result;
}

static int gate_redirect(struct kprobe *probe, struct pt_regs *regs)
{
	if (!gate_target)
		return 0;

	gate_entered = true;
	instruction_pointer_set(regs, gate_target);
	return 1;
}
NOKPROBE_SYMBOL(gate_redirect);

static struct kprobe gate_probe = {
	.addr = (kprobe_opcode_t *)gate,
	.pre_handler = gate_redirect,
};

/*
 * Probes at an ftrace location are never jump-optimised, which is what makes
 * it safe to register them again right after they were unregistered.
 */
static int find_lookup_name(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_lookup_name",
		.flags = KPROBE_FLAG_DISABLED,
	};
	int err;

	err = flat_fault(FLAT_STEP_KALLSYMS) ?: register_kprobe(&probe);
	if (err) {
		pr_err("unsupported: no kallsyms_lookup_name in this kernel (%d)\n", err);
		return -EOPNOTSUPP;
	}
	lookup_name = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	return 0;
}

int flat_gate_open(void)
{
	int err;

	err = flat_fault(FLAT_STEP_GATE) ?: register_kprobe(&gate_probe);
	if (err) {
		pr_err("unsupported: no probe can be set in a module (%d)\n", err);
		return -EOPNOTSUPP;
	}
	err = find_lookup_name();
	if (err)
		flat_gate_close();
	return err;
}

void flat_gate_close(void)
{
	unregister_kprobe(&gate_probe);
}

/* -EIO: the probe did not fire, so the function was not called. */
int flat_gate_call(unsigned long function, const void *arg, unsigned long *result)
{
	unsigned long value;
	int err;

	mutex_lock(&gate_lock);
	gate_entered = false;
	WRITE_ONCE(gate_target, function);
	value = gate(arg);
	WRITE_ONCE(gate_target, 0);
	err = READ_ONCE(gate_entered) ? 0 : -EIO;
	mutex_unlock(&gate_lock);

	if (!err && result)
		*result = value;
	return err;
}

int flat_gate_lookup(const char *name, unsigned long *address)
{
	int err;

	err = flat_fault(FLAT_STEP_SYMBOLS) ?: flat_gate_call(lookup_name, name, address);
	if (err) {
		pr_err("kprobes are switched off (kernel.ftrace_enabled, debugfs kprobes/enabled)\n");
		return err;
	}
	if (*address)
		return 0;

	pr_err("unsupported: the kernel's symbol table has no %s\n", name);
	return -EOPNOTSUPP;
}
