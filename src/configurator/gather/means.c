// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ways that this system has to change its scheduling domains. Everything is looked at before
 * anything is tried, so that decide can say what would come of it.
 */
#include "gather/gather.h"

#include <stdlib.h>

#include "bootparams/loader.h"
#include "bootparams/own.h"
#include "gather/flattener.h"
#include "gather/module-file.h"
#include "gather/module-policy.h"
#include "gather/sysfs-masks.h"
#include "util/text.h"

#define WORD_SIZE 32

static enum wanted read_mode(const struct root *root, const char *path)
{
	char word[WORD_SIZE];
	int mode;

	if (root_read_line(root, path, word, sizeof(word)) < 0)
		return WANTED_NATIVE;
	mode = wanted_from_word(word);
	return mode < 0 ? WANTED_NATIVE : (enum wanted)mode;
}

static enum wakeup read_wakeup(const struct root *root, const char *path)
{
	char word[WORD_SIZE];
	int wakeup;

	if (root_read_line(root, path, word, sizeof(word)) < 0)
		return WAKEUP_LOCAL;
	wakeup = wakeup_from_word(word);
	return wakeup < 0 ? WAKEUP_LOCAL : (enum wakeup)wakeup;
}

static enum method_reason module_verdict(const struct root *root, const char *kernel, bool live)
{
	struct module_file file;

	if (live)
		return METHOD_REASON_OK;
	module_file_find(root, kernel, &file);
	if (!file.path[0])
		return METHOD_REASON_MODULE_MISSING;
	if (module_policy_disabled(root))
		return METHOD_REASON_MODULES_DISABLED;
	if (module_policy_blacklisted(root))
		return METHOD_REASON_MODULE_BLACKLISTED;
	if (file.is_signed != ANSWER_NO)
		return METHOD_REASON_OK;
	/* The order of the kernel's own checks (kernel/module/signing.c, module_sig_check()). */
	if (module_policy_signature_enforced(root))
		return METHOD_REASON_MODULE_SIGNATURE;
	if (module_policy_locked_down(root))
		return METHOD_REASON_MODULE_LOCKDOWN;
	return METHOD_REASON_OK;
}

static void look_at_module(const struct root *root, struct means *means)
{
	means->mode = read_mode(root, MODULE_MODE);
	means->wakeup = read_wakeup(root, MODULE_WAKEUP);
	means->wakeup_can_change = true;
}

/* The switch for wake-ups is a later patch than the other: a kernel may lack it. */
static void look_at_builtin(const struct root *root, struct means *means)
{
	means->mode = read_mode(root, BUILTIN_TOPOLOGY);
	means->wakeup = read_wakeup(root, BUILTIN_WAKEUP);
	means->wakeup_can_change = root_exists(root, BUILTIN_WAKEUP);
	means->builtin_rules = means->mode != WANTED_NATIVE;
}

/* The module works on what the kernel has built, so its word is the last one. */
void gather_means(const struct root *root, const char *kernel, struct means *means)
{
	*means = (struct means){ .mode = WANTED_NATIVE };
	means->builtin = root_exists(root, BUILTIN_TOPOLOGY);
	means->module_live = root_exists(root, MODULE_FOLDER);
	means->module = module_verdict(root, kernel, means->module_live);
	if (means->module_live)
		look_at_module(root, means);
	if (means->builtin && means->mode == WANTED_NATIVE)
		look_at_builtin(root, means);
	means->flattened = means->mode != WANTED_NATIVE;
	loader_find(root, means);
}

static bool must_ask_xen(const struct facts *facts)
{
	return facts->hypervisor.hypervisor == HYPERVISOR_XEN &&
	       facts->hypervisor.role == ROLE_DOM0 && !facts->container;
}

void gather_all(const struct root *root, struct facts *facts)
{
	*facts = (struct facts){ .container = false };
	gather_hypervisor(root, &facts->hypervisor, NULL);
	facts->container = gather_container(root);
	gather_settings(root, &facts->settings);
	gather_cpus(root, &facts->cpus);
	gather_kernel(root, facts->kernel, sizeof(facts->kernel));
	gather_means(root, facts->kernel, &facts->means);
	own_gather(root, &facts->parameters);
	gather_topology(root, &facts->cpus, &facts->means, &facts->topology);
	facts->means.numa_off_flattens = sysfs_numa_off_flattens(root, &facts->cpus);
	facts->vcpus_pinned = must_ask_xen(facts) ? gather_vcpus_pinned(root, &facts->cpus.online)
	                                          : ANSWER_UNKNOWN;
}

void facts_release(struct facts *facts)
{
	free(facts->topology.levels);
	facts->topology.levels = NULL;
}
