// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "util/cleanup.h"

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* A signal that is both blocked and ignored would still be read from a signalfd. */
static void list_signals(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < ARRAY_SIZE(ending_signals); i++) {
		struct sigaction action;

		if (sigaction(ending_signals[i], NULL, &action) == 0 &&
		    action.sa_handler != SIG_IGN)
			sigaddset(set, ending_signals[i]);
	}
}

int watch_start(struct watch *watch)
{
	sigset_t set;

	list_signals(&set);
	watch->caught = 0;
	watch->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (watch->fd < 0)
		return -errno;
	sigprocmask(SIG_BLOCK, &set, &watch->former);
	return 0;
}

void watch_stop(struct watch *watch)
{
	if (watch->fd < 0)
		return;
	close(watch->fd);
	watch->fd = -1;
	sigprocmask(SIG_SETMASK, &watch->former, NULL);
}

static int take_signal(struct watch *watch)
{
	struct signalfd_siginfo info;
	ssize_t n = read(watch->fd, &info, sizeof(info));

	if (n != sizeof(info))
		return n < 0 && errno != EAGAIN ? -errno : 0;
	if (!watch->caught)
		watch->caught = (int)info.ssi_signo;
	return -EINTR;
}

int watch_process(struct watch *watch, int pidfd, int limit_ms)
{
	struct pollfd files[] = {
		{ .fd = watch->fd, .events = POLLIN },
		{ .fd = pidfd, .events = POLLIN }, /* poll(2) leaves out what is negative */
	};

	while (poll(files, ARRAY_SIZE(files), limit_ms) < 0)
		if (errno != EINTR)
			return -errno;
	if (files[0].revents)
		return take_signal(watch);
	return files[1].revents ? 1 : 0;
}
