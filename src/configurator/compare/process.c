// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/clock.h"
#include "util/cleanup.h"

/* What a command has to clean up when it is told to end. */
#define GRACE_MS 5000

#define EXIT_NOT_RUN 127

/** struct process - a child, from before its execve(2) on */
struct process {
	pid_t pid;
	int pidfd;
	int channel; /* it waits here to be let go, and tells here why it could not be run */
};

static void process_release(struct process *process)
{
	closep(&process->channel);
	closep(&process->pidfd);
}

static void set_streams(bool show_output)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	dup2(show_output ? STDERR_FILENO : null, STDOUT_FILENO);
}

/*
 * In the child. COMMAND is the user's own and is looked for in the user's own PATH, as by env(1)
 * or time(1); it is no helper of this program, which looks for none there.
 */
static void __attribute__((noreturn))
become(const struct workload *workload, int channel, const sigset_t *mask)
{
	char go;
	int error;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	set_streams(workload->show_output);
	signal(SIGPIPE, SIG_DFL); /* ignored by this program only */
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (read(channel, &go, sizeof(go)) != sizeof(go))
		_exit(EXIT_NOT_RUN);
	execvp(workload->argv[0], workload->argv);
	error = errno;
	if (write(channel, &error, sizeof(error)) < 0)
		_exit(EXIT_NOT_RUN);
	_exit(EXIT_NOT_RUN);
}

static int start(const struct workload *workload, const sigset_t *mask, struct process *process)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return -errno;
	process->pid = fork();
	if (process->pid == 0) {
		close(ends[0]);
		become(workload, ends[1], mask);
	}
	close(ends[1]);
	process->channel = ends[0];
	if (process->pid < 0)
		return -errno;
	process->pidfd = (int)syscall(SYS_pidfd_open, process->pid, 0);
	return process->pidfd < 0 ? -errno : 0;
}

/* The channel closes itself at execve(2). Return: 0, or why that failed. */
static int let_go(const struct process *process)
{
	const char go = 1;
	int error;

	if (send(process->channel, &go, sizeof(go), MSG_NOSIGNAL) < 0)
		return -errno;
	return read(process->channel, &error, sizeof(error)) == sizeof(error) ? -error : 0;
}

/* Its group keeps its number until it is waited for, so that nobody else is hit. */
static void end(struct watch *watch, const struct process *process)
{
	kill(-process->pid, SIGTERM);
	if (watch_process(watch, process->pidfd, GRACE_MS) != 1)
		kill(process->pid, SIGKILL);
	waitid(P_PID, (id_t)process->pid, &(siginfo_t){ .si_pid = 0 }, WEXITED | WNOWAIT);
	kill(-process->pid, SIGKILL);
}

/* Return: 0 when it has ended by itself, or a negative errno. */
static int let_run(struct watch *watch, const struct process *process, double *seconds)
{
	double start = clock_seconds();
	int r = let_go(process);

	if (r < 0)
		return r;
	r = watch_process(watch, process->pidfd, -1);
	*seconds = clock_seconds() - start;
	return r == 1 ? 0 : r;
}

static int reap(const struct process *process, int *status, struct rusage *usage)
{
	while (wait4(process->pid, status, 0, usage) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int measure(struct watch *watch, const struct process *process, struct taken *taken)
{
	_cleanup_(counters_close) struct counters counters;
	struct rusage usage;
	int r;

	taken->source = counters_open(&counters, process->pid);
	r = let_run(watch, process, &taken->wall_seconds);
	if (r < 0) {
		end(watch, process);
		reap(process, &taken->status, &usage);
		return r;
	}
	r = reap(process, &taken->status, &usage);
	return r < 0 ? r : counters_read(&counters, &usage, &taken->counts);
}

int process_run(struct watch *watch, const struct workload *workload, struct taken *taken)
{
	_cleanup_(process_release) struct process process = { .pidfd = -1, .channel = -1 };
	int r = start(workload, &watch->former, &process);

	if (r < 0 && process.pid > 0) {
		kill(process.pid, SIGKILL);
		reap(&process, &taken->status, &(struct rusage){ .ru_nvcsw = 0 });
	}
	return r < 0 ? r : measure(watch, &process, taken);
}
