// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/limit.h"

#include <signal.h>
#include <unistd.h>

/* Only what a signal handler may do, see signal-safety(7). */
static void give_up(int number)
{
	static const char line[] = "xen-flat: it takes too long, the boot goes on without it\n";
	ssize_t written = write(STDERR_FILENO, line, sizeof(line) - 1);

	(void)number;
	(void)written;
	_exit(0);
}

void time_limit_start(unsigned int seconds)
{
	const struct sigaction at_limit = { .sa_handler = give_up };
	sigset_t limit;

	sigemptyset(&limit);
	sigaddset(&limit, SIGALRM);
	if (sigaction(SIGALRM, &at_limit, NULL) < 0)
		return;
	sigprocmask(SIG_UNBLOCK, &limit, NULL);
	alarm(seconds);
}
