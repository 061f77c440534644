/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/** struct progress - tells on stderr how far a long measurement is */
struct progress {
	unsigned int total, done; /* runs */
	double started, told;     /* seconds of the monotonic clock */
};

/** progress_start() - @total runs are about to start */
void progress_start(struct progress *progress, unsigned int total);

/** progress_next() - the next run is about to start; told every some seconds at the most
 * @what: where it stands, for people
 */
void progress_next(struct progress *progress, const char *what);
