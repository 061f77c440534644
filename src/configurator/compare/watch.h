/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <signal.h>

/*
 * Signals that would end the program, held so that it can put the domains back first. They are
 * read from a file descriptor: no handler, and nothing to interrupt at a bad moment.
 */

/** struct watch - signals held since watch_start() */
struct watch {
	int fd;
	int caught; /* the first signal that came, 0 for none */
	sigset_t former;
};

/**
 * watch_start() - hold the signals that end a program
 *
 * What is ignored stays so: who starts the program under nohup(1) does not want it to end.
 *
 * Return: 0, or a negative errno.
 */
int watch_start(struct watch *watch);

/** watch_stop() - hold them no longer */
void watch_stop(struct watch *watch);

/**
 * watch_process() - sleep until a process has ended or a signal has come
 * @pidfd: of the process, or -1 to look whether a signal has come
 * @limit_ms: longest sleep in milliseconds, -1 for no limit
 *
 * Return: 1 when it has ended, 0 after the limit, -EINTR for a signal, or a negative errno.
 */
int watch_process(struct watch *watch, int pidfd, int limit_ms);
