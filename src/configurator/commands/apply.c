// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The whole flow: gather, decide, act, verify, record. Whatever happens the exit code is 0 unless
 * the caller asked for --strict: a boot goes on.
 */
#include "commands/commands.h"

#include <string.h>

#include "act/act.h"
#include "act/module.h"
#include "decide/decide.h"
#include "gather/gather.h"
#include "gather/udev.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/limit.h"
#include "util/log.h"
#include "util/text.h"
#include "verify/verify.h"

/* Longer than a storm of CPU events takes, shorter than anybody waits. */
#define SETTLE_TIMEOUT_MS 3000

/* Loading the module takes tenths of a second; the scripts' own limit is the same. */
#define INITRAMFS_LIMIT_S 10

#define PRIVCMD_DEVICE "/dev/xen/privcmd"

struct application {
	const struct context *context;
	struct facts facts;
	struct topology_facts after;
	struct decision decision;
	struct outcome outcome;
	struct pairs record; /* the one of this boot so far; empty for none */
};

static void application_release(struct application *application)
{
	if (application->after.levels != application->facts.topology.levels)
		free(application->after.levels);
	facts_release(&application->facts);
	pairs_release(&application->record);
}

static const struct root *root_of(const struct application *application)
{
	return &application->context->root;
}

/* A record of another boot, or none that can be read, is like none. */
static void read_old_record(struct application *application)
{
	int r = record_read(root_of(application), &application->record);

	if (r == 0 && record_is_of_this_boot(root_of(application), &application->record))
		return;
	pairs_release(&application->record);
}

static bool has_record(const struct application *application)
{
	return application->record.count > 0;
}

static int recorded(const struct application *application, const char *key,
                    int (*from_word)(const char *word))
{
	return record_word(&application->record, key, from_word);
}

static bool is_left_alone(const struct application *application)
{
	return application->context->automatic && has_record(application) &&
	       recorded(application, "result", result_from_word) == RESULT_REVERTED;
}

/* A dom0 can ask Xen about pinning through a driver that may not be loaded yet. */
static void prepare_asking(const struct application *application,
                           const struct hypervisor_facts *hypervisor)
{
	if (root_is_live(root_of(application)) && hypervisor->role == ROLE_DOM0 &&
	    !root_exists(root_of(application), PRIVCMD_DEVICE))
		module_load_privcmd();
}

/* Off Xen, where most installations are, nothing but the hypervisor is looked at. */
static void gather(struct application *application)
{
	struct hypervisor_facts hypervisor;
	struct facts *facts = &application->facts;

	gather_hypervisor(root_of(application), &hypervisor, NULL);
	if (hypervisor.hypervisor == HYPERVISOR_XEN) {
		prepare_asking(application, &hypervisor);
		gather_all(root_of(application), facts);
		return;
	}
	facts->hypervisor = hypervisor;
	facts->vcpus_pinned = ANSWER_UNKNOWN;
	gather_settings(root_of(application), &facts->settings);
	gather_cpus(root_of(application), &facts->cpus);
	gather_kernel(root_of(application), facts->kernel, sizeof(facts->kernel));
}

static bool wakeup_differs(const struct application *application)
{
	const struct facts *facts = &application->facts;

	return facts->means.flattened && facts->means.wakeup_can_change &&
	       facts->means.wakeup != facts->settings.wakeup &&
	       application->decision.reason != REASON_ADMIN_NATIVE;
}

static bool must_go_native(const struct application *application)
{
	return application->decision.reason == REASON_ADMIN_NATIVE &&
	       (application->facts.means.flattened || application->facts.means.module_live);
}

static bool record_says(const struct application *application, const char *key, const char *word)
{
	const char *value = pairs_get(&application->record, key);

	return value && strcmp(value, word) == 0;
}

/* Nothing that was decided on has changed since. */
static bool record_is_the_same(const struct application *application)
{
	const struct decision *decision = &application->decision;
	const struct facts *facts = &application->facts;

	return record_says(application, "decision", verdict_word(decision->verdict)) &&
	       record_says(application, "reason", reason_word(decision->reason)) &&
	       record_says(application, "method_reason",
	                   method_reason_word(decision->method_reason)) &&
	       record_says(application, "setting", setting_word(facts->settings.topology)) &&
	       record_says(application, "kernel", facts->kernel) &&
	       record_says(application, "topology_after",
	                   topology_word(facts->topology.topology)) &&
	       record_says(application, "levels_after",
	                   facts->topology.levels ? facts->topology.levels : "") &&
	       recorded(application, "result", result_from_word) != RESULT_REVERTED;
}

/* The flat domains that are found now are the ones that the record tells how they came about. */
static bool record_explains_flat(const struct application *application)
{
	return application->decision.reason == REASON_ALREADY_FLAT &&
	       application->facts.means.flattened &&
	       recorded(application, "decision", verdict_from_word) == VERDICT_FLATTEN &&
	       recorded(application, "result", result_from_word) == RESULT_DONE &&
	       recorded(application, "wanted", wanted_from_word) ==
	               (int)application->decision.wanted &&
	       verify_as_decided(&application->record, &application->facts);
}

static bool is_as_decided(const struct application *application)
{
	if (!has_record(application) || must_go_native(application) || wakeup_differs(application))
		return false;
	if (application->decision.verdict == VERDICT_FLATTEN &&
	    application->decision.method != METHOD_NONE)
		return false;
	return record_is_the_same(application) || record_explains_flat(application);
}

static int act_once(struct application *application)
{
	struct outcome *outcome = &application->outcome;
	const struct facts *facts = &application->facts;

	if (must_go_native(application))
		return act_go_native(root_of(application), &facts->means, outcome->error,
		                     sizeof(outcome->error));
	if (application->decision.verdict == VERDICT_KEEP && wakeup_differs(application))
		return act_set_wakeup(root_of(application), facts, outcome->error,
		                      sizeof(outcome->error));
	return act_flatten(root_of(application), facts, &application->decision, outcome->error,
	                   sizeof(outcome->error));
}

/* What has been tried and failed is no means any more; decide again with what is left. */
static void give_up_method(struct application *application, int error)
{
	struct means *means = &application->facts.means;

	log_line("%s", application->outcome.error);
	if (application->decision.method == METHOD_BUILTIN)
		means->builtin = false;
	else
		means->module = module_error_reason(root_of(application), error);
	decide(&application->facts, &application->decision);
}

static bool has_method(const struct decision *decision)
{
	return decision->method == METHOD_BUILTIN || decision->method == METHOD_MODULE;
}

/* Return: 0, or the error of the last method tried. */
static int act(struct application *application)
{
	int r = act_once(application);

	while (r < 0 && has_method(&application->decision)) {
		give_up_method(application, r);
		if (!has_method(&application->decision))
			break;
		application->outcome.error[0] = '\0';
		r = act_once(application);
	}
	return r;
}

static bool acts(const struct application *application)
{
	return has_method(&application->decision) || must_go_native(application) ||
	       wakeup_differs(application);
}

/* Look again, with the means in force now. */
static void look_again(struct application *application)
{
	struct facts *facts = &application->facts;

	gather_means(root_of(application), facts->kernel, &facts->means);
	gather_topology(root_of(application), &facts->cpus, &facts->means, &application->after);
}

/* bootparams has set what is wanted, for the boots to come. */
static bool is_parameter_set(const struct application *application)
{
	return application->decision.method == METHOD_PARAMETERS &&
	       strcmp(application->facts.parameters.ours, application->decision.parameters) == 0;
}

static bool is_pending(const struct application *application)
{
	return is_parameter_set(application) &&
	       application->facts.parameters.effect == EFFECT_PENDING_REBOOT;
}

static enum result result_without_action(struct application *application)
{
	struct outcome *outcome = &application->outcome;

	if (is_pending(application))
		return RESULT_PENDING_REBOOT;
	if (is_parameter_set(application))
		snprintf(outcome->error, sizeof(outcome->error),
		         "%s is set, but the kernel was not started with it",
		         application->decision.parameters);
	return RESULT_UNCHANGED;
}

static enum result judge(struct application *application, int error)
{
	struct outcome *outcome = &application->outcome;
	const struct facts *facts = &application->facts;

	if (is_pending(application))
		return RESULT_PENDING_REBOOT;
	if (error < 0)
		return RESULT_FAILED;
	if (application->decision.verdict == VERDICT_KEEP ||
	    topology_satisfies(application->after.topology, application->decision.wanted,
	                       facts->cpus.numa_nodes))
		return RESULT_DONE;
	snprintf(outcome->error, sizeof(outcome->error), "the domains are %s after switching",
	         topology_word(application->after.topology));
	return RESULT_FAILED;
}

static void act_and_verify(struct application *application)
{
	struct outcome *outcome = &application->outcome;
	int error = act(application);

	look_again(application);
	outcome->after = application->after;
	outcome->result = judge(application, error);
	gather_taint(root_of(application), outcome->taint_after, sizeof(outcome->taint_after));
}

static void carry_out(struct application *application)
{
	struct outcome *outcome = &application->outcome;

	application->after = application->facts.topology;
	outcome->before = outcome->after = application->facts.topology;
	outcome->stage = application->context->stage;
	outcome->result = result_without_action(application);
	gather_taint(root_of(application), outcome->taint_before, sizeof(outcome->taint_before));
	text_copy(outcome->taint_after, sizeof(outcome->taint_after), outcome->taint_before);
	if (!acts(application))
		return;
	if (root_is_live(root_of(application)))
		act_and_verify(application);
	else
		application->decision.method_reason = METHOD_REASON_DRY_ROOT;
}

static int write_record(const struct application *application)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };
	int r;

	record_describe(root_of(application), &application->facts, &application->decision,
	                &application->outcome, &pairs);
	r = record_write(root_of(application), &pairs);
	return r < 0 ? log_errno(r, "the record cannot be written") : 0;
}

/* Off Xen nothing is left on the disk; in the initramfs /var is not the real one. */
static int persist(const struct application *application)
{
	int r;

	if (application->context->stage != STAGE_SYSTEM ||
	    application->facts.hypervisor.hypervisor != HYPERVISOR_XEN)
		return 0;
	r = record_persist(root_of(application));
	return r < 0 ? log_errno(r, "the record cannot be kept") : 0;
}

static void report(const struct application *application)
{
	const struct decision *decision = &application->decision;
	const struct outcome *outcome = &application->outcome;

	log_line("%s (%s), method %s (%s), result %s: domains %s, were %s",
	         verdict_word(decision->verdict), reason_word(decision->reason),
	         method_word(decision->method), method_reason_word(decision->method_reason),
	         result_word(outcome->result), topology_word(outcome->after.topology),
	         topology_word(outcome->before.topology));
}

static bool cpus_have_changed(const struct application *application)
{
	_cleanup_free_ char *online = cpuset_format_list(&application->facts.cpus.online);

	return online && !record_says(application, "cpus_online", online);
}

/* Nothing is to be done; after CPU hotplug the record still tells what is there now. */
static int leave_as_is(struct application *application)
{
	if (cpus_have_changed(application)) {
		pairs_follow_present(&application->record, &application->facts);
		update_record(application->context, &application->record);
	}
	return persist(application);
}

static bool is_flat_in_vain(const struct application *application)
{
	return application->decision.verdict == VERDICT_FLATTEN &&
	       application->decision.method_reason != METHOD_REASON_DRY_ROOT &&
	       application->outcome.result != RESULT_DONE &&
	       application->outcome.result != RESULT_PENDING_REBOOT;
}

static int run(struct application *application)
{
	int r;

	gather(application);
	decide(&application->facts, &application->decision);
	if (is_as_decided(application))
		return leave_as_is(application);

	carry_out(application);
	if (application->facts.hypervisor.hypervisor == HYPERVISOR_XEN ||
	    application->context->verbose)
		report(application);
	r = write_record(application);
	if (r == 0)
		r = persist(application);
	return is_flat_in_vain(application) || application->outcome.result == RESULT_FAILED ? -1
	                                                                                    : r;
}

int command_apply(const struct context *context)
{
	_cleanup_(application_release) struct application application = { .context = context };
	int r;

	if (gather_in_kdump(&context->root)) {
		log_line("crash kernel: nothing is done");
		return EXIT_CODE_OK;
	}
	if (context->automatic && context->stage == STAGE_INITRAMFS)
		time_limit_start(INITRAMFS_LIMIT_S);
	read_old_record(&application);
	if (is_left_alone(&application))
		return EXIT_CODE_OK;
	if (context->automatic && context->stage == STAGE_SYSTEM && root_is_live(&context->root) &&
	    root_exists(&context->root, "/sys/hypervisor/type"))
		udev_wait_settled(SETTLE_TIMEOUT_MS);

	r = run(&application);
	return context->strict && r < 0 ? EXIT_CODE_FAILED : EXIT_CODE_OK;
}
