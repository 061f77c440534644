/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/*
 * The vocabulary of the program: every value that the command line, the configuration or the
 * record can hold is an enumerator here and a word in words.c. Logic compares enumerators only.
 *
 * For each `enum thing` there are
 *	const char *thing_word(enum thing);		the word for a value
 *	int thing_from_word(const char *word);		the value for a word, or -EINVAL
 */

enum hypervisor {
	HYPERVISOR_NONE,
	HYPERVISOR_OTHER,
	HYPERVISOR_XEN,
	HYPERVISOR_MAX
};

enum role {
	ROLE_NONE,
	ROLE_DOMU,
	ROLE_DOM0,
	ROLE_MAX
};

enum guest_type {
	GUEST_TYPE_NONE,
	GUEST_TYPE_UNKNOWN,
	GUEST_TYPE_PV,
	GUEST_TYPE_PVH,
	GUEST_TYPE_HVM,
	GUEST_TYPE_ARM,
	GUEST_TYPE_MAX
};

enum cloud {
	CLOUD_NONE,
	CLOUD_EC2,
	CLOUD_MAX
};

enum answer {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_UNKNOWN,
	ANSWER_MAX
};

/* How the scheduling domains look that the kernel has built now; DESIGN: "Words for topology". */
enum topology {
	TOPOLOGY_UNKNOWN,
	TOPOLOGY_FLAT,
	TOPOLOGY_FLAT_SMT,
	TOPOLOGY_FLAT_NODE,
	TOPOLOGY_HIERARCHICAL,
	TOPOLOGY_MAX
};

enum topology_source {
	TOPOLOGY_SOURCE_NONE,
	TOPOLOGY_SOURCE_SCHEDSTAT,
	TOPOLOGY_SOURCE_DEBUGFS,
	TOPOLOGY_SOURCE_PROCFS,
	TOPOLOGY_SOURCE_SYSFS,
	TOPOLOGY_SOURCE_MAX
};

/* What the admin asks for. */
enum setting {
	SETTING_AUTO,
	SETTING_FLAT,
	SETTING_NODE,
	SETTING_NATIVE,
	SETTING_MAX
};

enum setting_source {
	SETTING_SOURCE_DEFAULT,
	SETTING_SOURCE_CONFIG,
	SETTING_SOURCE_CMDLINE,
	SETTING_SOURCE_MAX
};

enum wakeup {
	WAKEUP_LOCAL,
	WAKEUP_SPREAD,
	WAKEUP_MAX
};

enum verdict {
	VERDICT_KEEP,
	VERDICT_FLATTEN,
	VERDICT_MAX
};

/* The domains that a decision aims at; also the values of the module's mode= parameter. */
enum wanted {
	WANTED_NATIVE,
	WANTED_FLAT,
	WANTED_NODE,
	WANTED_MAX
};

enum reason {
	REASON_NOT_XEN,
	REASON_CONTAINER,
	REASON_ADMIN_NATIVE,
	REASON_ADMIN_FLAT,
	REASON_ADMIN_NODE,
	REASON_DOM0,
	REASON_DOM0_PINNED,
	REASON_PINNED_PLATFORM,
	REASON_SINGLE_CPU,
	REASON_TOPOLOGY_UNKNOWN,
	REASON_ALREADY_FLAT,
	REASON_VNUMA,
	REASON_HIERARCHICAL,
	REASON_FAKE_SMT,
	REASON_MAX
};

enum method {
	METHOD_NONE,
	METHOD_BUILTIN,
	METHOD_MODULE,
	METHOD_PARAMETERS,
	METHOD_MAX
};

enum method_reason {
	METHOD_REASON_OK,
	METHOD_REASON_NOT_NEEDED,
	METHOD_REASON_DRY_ROOT,
	METHOD_REASON_MODULE_MISSING,
	METHOD_REASON_MODULE_BLACKLISTED,
	METHOD_REASON_MODULE_SIGNATURE,
	METHOD_REASON_MODULE_LOCKDOWN,
	METHOD_REASON_MODULES_DISABLED,
	METHOD_REASON_MODULE_UNSUPPORTED,
	METHOD_REASON_MODULE_FAILED,
	METHOD_REASON_NO_PARAMETER,
	METHOD_REASON_PYGRUB_UNSAFE,
	METHOD_REASON_LOADER_UNKNOWN,
	METHOD_REASON_MAX
};

enum result {
	RESULT_UNCHANGED,
	RESULT_DONE,
	RESULT_PENDING_REBOOT,
	RESULT_FAILED,
	RESULT_REVERTED,
	RESULT_MAX
};

enum stage {
	STAGE_SYSTEM,
	STAGE_INITRAMFS,
	STAGE_MAX
};

/* Which program keeps kernel parameters on this system. */
enum loader_tool {
	LOADER_TOOL_UNKNOWN,
	LOADER_TOOL_UPDATE_GRUB,       /* Debian family: /etc/default/grub.d */
	LOADER_TOOL_GRUBBY,            /* Fedora, RHEL */
	LOADER_TOOL_UPDATE_BOOTLOADER, /* SUSE */
	LOADER_TOOL_MAX
};

/* Why a change of the boot loader's configuration might not reach this kernel, or break it. */
enum loader_doubt {
	LOADER_DOUBT_NONE,
	LOADER_DOUBT_NO_CONFIG, /* no configuration of a known loader */
	LOADER_DOUBT_NO_MARKS,  /* a grub.cfg that update-grub did not write, but would replace */
	LOADER_DOUBT_OTHER_LOADER, /* the distribution is set to another loader */
	LOADER_DOUBT_NOT_BY_GRUB,  /* GRUB did not put its word on the kernel command line */
	LOADER_DOUBT_MAX
};

/* What the admin says about the boot loader. */
enum loader_setting {
	LOADER_SETTING_AUTO,
	LOADER_SETTING_GRUB, /* it is GRUB itself: not pygrub, no kernel from outside */
	LOADER_SETTING_MAX
};

/* Whether a kernel parameter that bootparams has set is in force. */
enum effect {
	EFFECT_NONE, /* nothing is set */
	EFFECT_PENDING_REBOOT,
	EFFECT_YES,
	EFFECT_NO, /* set before this boot, but the kernel was not given it */
	EFFECT_MAX
};

/* What `bootparams` is to do. */
enum bootparams_action {
	BOOTPARAMS_PLAN,
	BOOTPARAMS_APPLY,
	BOOTPARAMS_REMOVE,
	BOOTPARAMS_SHOW,
	BOOTPARAMS_MAX
};

/* What `compare` says about one way to build the domains against another. */
enum comparison {
	COMPARISON_UNKNOWN, /* a value is 0 or missing */
	COMPARISON_BETTER,
	COMPARISON_WORSE,
	COMPARISON_NO_DIFFERENCE, /* none that this many rounds could see */
	COMPARISON_MAX
};

/* Where `compare` has CPU time, context switches and migrations from. */
enum counter_source {
	COUNTER_SOURCE_RUSAGE, /* getrusage(2), which knows no migrations */
	COUNTER_SOURCE_PERF,   /* perf_event_open(2) */
	COUNTER_SOURCE_MAX
};

#define DECLARE_WORDS(thing)                                                                       \
	const char *thing##_word(enum thing value);                                                \
	int thing##_from_word(const char *word)

DECLARE_WORDS(hypervisor);
DECLARE_WORDS(role);
DECLARE_WORDS(guest_type);
DECLARE_WORDS(cloud);
DECLARE_WORDS(answer);
DECLARE_WORDS(topology);
DECLARE_WORDS(topology_source);
DECLARE_WORDS(setting);
DECLARE_WORDS(setting_source);
DECLARE_WORDS(wakeup);
DECLARE_WORDS(verdict);
DECLARE_WORDS(wanted);
DECLARE_WORDS(reason);
DECLARE_WORDS(method);
DECLARE_WORDS(method_reason);
DECLARE_WORDS(result);
DECLARE_WORDS(stage);
DECLARE_WORDS(loader_tool);
DECLARE_WORDS(loader_doubt);
DECLARE_WORDS(loader_setting);
DECLARE_WORDS(effect);
DECLARE_WORDS(bootparams_action);
DECLARE_WORDS(comparison);
DECLARE_WORDS(counter_source);
