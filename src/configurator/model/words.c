// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/words.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static int find_word(const char *const *words, int count, const char *word)
{
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -EINVAL;
}

/* The assertion keeps an enumerator without a word from compiling. */
#define DEFINE_WORDS(thing, max, ...)                                                              \
	static const char *const thing##_words[] = { __VA_ARGS__ };                                \
	_Static_assert(sizeof(thing##_words) / sizeof(thing##_words[0]) == (max),                  \
	               "a word is missing: " #thing);                                              \
	const char *thing##_word(enum thing value)                                                 \
	{                                                                                          \
		return thing##_words[value];                                                       \
	}                                                                                          \
	int thing##_from_word(const char *word)                                                    \
	{                                                                                          \
		return find_word(thing##_words, (max), word);                                      \
	}                                                                                          \
	_Static_assert(1, "")

DEFINE_WORDS(hypervisor, HYPERVISOR_MAX, "none", "other", "xen");
DEFINE_WORDS(role, ROLE_MAX, "none", "domU", "dom0");
DEFINE_WORDS(guest_type, GUEST_TYPE_MAX, "none", "unknown", "pv", "pvh", "hvm", "arm");
DEFINE_WORDS(cloud, CLOUD_MAX, "none", "ec2");
DEFINE_WORDS(answer, ANSWER_MAX, "no", "yes", "unknown");
DEFINE_WORDS(topology, TOPOLOGY_MAX, "unknown", "flat", "flat-smt", "flat-node", "hierarchical");
DEFINE_WORDS(topology_source, TOPOLOGY_SOURCE_MAX, "none", "schedstat", "debugfs", "procfs",
             "sysfs");
DEFINE_WORDS(setting, SETTING_MAX, "auto", "flat", "node", "native");
DEFINE_WORDS(setting_source, SETTING_SOURCE_MAX, "default", "config", "cmdline");
DEFINE_WORDS(wakeup, WAKEUP_MAX, "local", "spread");
DEFINE_WORDS(verdict, VERDICT_MAX, "keep", "flatten");
DEFINE_WORDS(wanted, WANTED_MAX, "native", "flat", "node");
DEFINE_WORDS(reason, REASON_MAX, "not-xen", "container", "admin-native", "admin-flat", "admin-node",
             "dom0", "dom0-pinned", "pinned-platform", "single-cpu", "topology-unknown",
             "already-flat", "vnuma", "hierarchical", "fake-smt");
DEFINE_WORDS(method, METHOD_MAX, "none", "builtin", "module", "parameters");
DEFINE_WORDS(method_reason, METHOD_REASON_MAX, "ok", "not-needed", "dry-root", "module-missing",
             "module-blacklisted", "module-signature", "module-lockdown", "modules-disabled",
             "module-unsupported", "module-failed", "no-parameter", "pygrub-unsafe",
             "loader-unknown");
DEFINE_WORDS(result, RESULT_MAX, "unchanged", "done", "pending-reboot", "failed", "reverted");
DEFINE_WORDS(stage, STAGE_MAX, "system", "initramfs");
DEFINE_WORDS(loader_tool, LOADER_TOOL_MAX, "unknown", "update-grub", "grubby", "update-bootloader");
DEFINE_WORDS(loader_doubt, LOADER_DOUBT_MAX, "none", "no-config", "no-marks", "other-loader",
             "not-by-grub");
DEFINE_WORDS(loader_setting, LOADER_SETTING_MAX, "auto", "grub");
DEFINE_WORDS(effect, EFFECT_MAX, "none", "pending-reboot", "yes", "no");
DEFINE_WORDS(bootparams_action, BOOTPARAMS_MAX, "plan", "apply", "remove", "show");
DEFINE_WORDS(comparison, COMPARISON_MAX, "unknown", "better", "worse", "no-difference");
DEFINE_WORDS(counter_source, COUNTER_SOURCE_MAX, "rusage", "perf");
