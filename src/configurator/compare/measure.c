// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/measure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "compare/progress.h"
#include "gather/gather.h"
#include "util/cleanup.h"
#include "util/log.h"

/** struct session - what every run needs */
struct session {
	const struct root *root;
	const struct flattening *flattening;
	const struct workload *workload;
	struct watch *watch;
	struct measurement *measurement;
	struct progress progress;
	struct cpuset online; /* when it began */
};

void measurement_release(struct measurement *measurement)
{
	free(measurement->runs);
	for (unsigned int i = 0; i < COMPARED_MAX; i++)
		free(measurement->levels[i]);
	*measurement = (struct measurement){ .count = 0 };
}

static int judge_status(const char *name, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFEXITED(status))
		log_line("%s failed with exit status %d", name, WEXITSTATUS(status));
	else
		log_line("%s was ended by signal %d (%s)", name, WTERMSIG(status),
		         strsignal(WTERMSIG(status)));
	return -ECHILD;
}

static int explain(const struct session *session, int error)
{
	const struct watch *watch = session->watch;

	if (error == -EINTR)
		log_line("ended by signal %d (%s)", watch->caught, strsignal(watch->caught));
	else
		log_errno(error, "%s cannot be run", session->workload->argv[0]);
	return error;
}

static int run_command(const struct session *session, struct taken *taken)
{
	int r = process_run(session->watch, session->workload, taken);

	return r < 0 ? explain(session, r)
	             : judge_status(session->workload->argv[0], taken->status);
}

static int read_guest(const struct session *session, struct host_time *time)
{
	int r = host_time_read(session->root, time);

	return r < 0 ? log_errno(r, "/proc/stat cannot be read") : 0;
}

static int run_between_readings(const struct session *session, struct run *run, struct taken *taken)
{
	struct host_time before, after;
	int r = read_guest(session, &before);

	if (r == 0)
		r = run_command(session, taken);
	if (r == 0)
		r = read_guest(session, &after);
	if (r < 0)
		return r;
	run->wall_seconds = taken->wall_seconds;
	run->counts = taken->counts;
	run->guest = host_time_since(&before, &after);
	return 0;
}

static void announce(struct session *session, const struct run *run)
{
	char name[COMPARED_NAME_SIZE], what[64];

	compared_name(&session->measurement->experiment.compared[run->way], name);
	snprintf(what, sizeof(what), "round %u, %s", run->round + 1, name);
	progress_next(&session->progress, what);
}

/* Return: 0, or a negative errno with a line in the log. */
static int switch_and_run(struct session *session, struct run *run, struct taken *taken)
{
	const struct compared *compared = &session->measurement->experiment.compared[run->way];
	int r = watch_process(session->watch, -1, 0);

	if (r < 0)
		return explain(session, r);
	r = flattening_switch(session->root, session->flattening, compared);
	if (r == 0)
		r = run_between_readings(session, run, taken);
	return r < 0 ? r : flattening_check(session->root, session->flattening, compared);
}

/* A guest that has got or lost vCPUs is another one. */
static int check_cpus(const struct session *session)
{
	struct cpu_facts cpus;

	gather_cpus(session->root, &cpus);
	if (cpuset_equal(&cpus.online, &session->online))
		return 0;
	log_line("vCPUs have come or gone meanwhile");
	return -ESTALE;
}

static void note_domains(const struct session *session, unsigned int way)
{
	struct measurement *measurement = session->measurement;
	struct topology_facts topology;
	struct cpu_facts cpus;
	struct means means;
	char kernel[KERNEL_RELEASE_SIZE];

	gather_kernel(session->root, kernel, sizeof(kernel));
	gather_cpus(session->root, &cpus);
	gather_means(session->root, kernel, &means);
	gather_topology(session->root, &cpus, &means, &topology);
	measurement->topology[way] = topology.topology;
	measurement->levels[way] = topology.levels;
}

/* The first round is thrown away: it fills caches, and shows what the kernel builds. */
static int warm_up(struct session *session)
{
	const struct experiment *experiment = &session->measurement->experiment;

	for (unsigned int place = 0; place < experiment->count; place++) {
		struct run run = { .way = experiment_at(experiment, 0, place) };
		struct taken taken = { .wall_seconds = 0 };
		int r;

		announce(session, &run);
		r = switch_and_run(session, &run, &taken);
		if (r < 0)
			return r;
		session->measurement->source = taken.source;
		note_domains(session, run.way);
	}
	return 0;
}

static int run_counted(struct session *session, unsigned int round, unsigned int place)
{
	struct measurement *measurement = session->measurement;
	struct run *run = &measurement->runs[measurement->count];
	struct taken taken = { .wall_seconds = 0 };
	int r;

	*run = (struct run){ .round = round,
		             .place = place,
		             .way = experiment_at(&measurement->experiment, round, place) };
	announce(session, run);
	r = switch_and_run(session, run, &taken);
	if (r < 0)
		return r;
	if (taken.source != measurement->source) {
		log_line("the counters of this kernel are not there any more");
		return -EIO;
	}
	measurement->count++;
	return 0;
}

static int run_rounds(struct session *session)
{
	const struct experiment *experiment = &session->measurement->experiment;

	for (unsigned int round = 0; round < experiment->rounds; round++)
		for (unsigned int place = 0; place < experiment->count; place++) {
			int r = run_counted(session, round, place);

			if (r < 0)
				return r;
		}
	return 0;
}

int measure(const struct root *root, const struct experiment *experiment,
            const struct flattening *flattening, const struct workload *workload,
            struct watch *watch, struct measurement *measurement)
{
	struct session session = { .root = root,
		                   .flattening = flattening,
		                   .workload = workload,
		                   .watch = watch,
		                   .measurement = measurement };
	struct cpu_facts cpus;
	int r;

	*measurement = (struct measurement){ .experiment = *experiment };
	measurement->runs =
		calloc((size_t)experiment->rounds * experiment->count, sizeof(struct run));
	if (!measurement->runs)
		return log_errno(-ENOMEM, "the runs cannot be kept");
	progress_start(&session.progress, (experiment->rounds + 1) * experiment->count);
	gather_cpus(root, &cpus);
	session.online = cpus.online;
	r = warm_up(&session);
	if (r == 0)
		r = run_rounds(&session);
	return r < 0 ? r : check_cpus(&session);
}
