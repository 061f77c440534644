// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/progress.h"

#include "compare/clock.h"
#include "util/log.h"

#define TELL_EVERY_SECONDS 10

void progress_start(struct progress *progress, unsigned int total)
{
	*progress = (struct progress){ .total = total,
		                       .started = clock_seconds(),
		                       .told = clock_seconds() };
}

void progress_next(struct progress *progress, const char *what)
{
	double seconds = clock_seconds();

	if (progress->done > 0 && seconds - progress->told >= TELL_EVERY_SECONDS) {
		double left = (seconds - progress->started) / progress->done *
		              (progress->total - progress->done);

		log_line("run %u of %u (%s), about %.0f s left", progress->done + 1,
		         progress->total, what, left);
		progress->told = seconds;
	}
	progress->done++;
}
