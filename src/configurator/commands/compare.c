// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run the user's own workload alternately in differently built domains, within one boot, and say
 * what differs. Whatever happens, the domains are put back to how they were.
 */
#include "commands/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "compare/report.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define COMMAND_TEXT_SIZE 100

/* The words of a command with blanks between, cut where it is long */
static void describe(char *const *argv, char text[COMMAND_TEXT_SIZE])
{
	size_t length = 0;

	text[0] = '\0';
	for (; *argv && length < COMMAND_TEXT_SIZE - 1; argv++) {
		if (length > 0)
			text[length++] = ' ';
		text_copy(text + length, COMMAND_TEXT_SIZE - length, *argv);
		length += strlen(text + length);
	}
	text_make_printable(text);
}

/* Opened before anything is run: a folder that is not there is better told now than then. */
static int open_plot(const char *path, FILE **plot)
{
	int fd;

	*plot = NULL;
	if (!path)
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return log_errno(-errno, "%s cannot be written", path);
	*plot = fdopen(fd, "w");
	return *plot ? 0 : -ENOMEM;
}

static int draw(const struct report *report, const char *path, FILE *plot)
{
	if (!plot)
		return 0;
	/* What is no regular file has no length to cut off. */
	if (ftruncate(fileno(plot), 0) < 0 && errno != EINVAL)
		return log_errno(-errno, "%s cannot be written", path);
	report_plot(report, plot);
	if (fflush(plot) != 0)
		return log_errno(-errno, "%s cannot be written", path);
	return 0;
}

static int tell(const struct context *context, const struct report *report)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };

	if (context->csv) {
		report_csv(report->measurement, stdout);
		return 0;
	}
	if (!context->json) {
		report_text(report, stdout);
		return 0;
	}
	report_pairs(report, &pairs);
	if (pairs.short_of_memory)
		return log_errno(-ENOMEM, "the report");
	print_pairs(context, &pairs);
	return 0;
}

static int report_on(const struct context *context, const struct math_api *math,
                     const struct measurement *measurement, FILE *plot)
{
	char command[COMMAND_TEXT_SIZE];
	struct summary summary;
	const struct report report = { .command = command,
		                       .measurement = measurement,
		                       .summary = &summary };
	int r;

	describe(context->command, command);
	summarize(math, measurement, &summary);
	r = tell(context, &report);
	return r < 0 ? r : draw(&report, context->plot, plot);
}

static int measure_and_restore(const struct context *context, const struct flattening *flattening,
                               struct watch *watch, struct measurement *measurement)
{
	const struct workload workload = { .argv = context->command,
		                           .show_output = context->verbose };
	int r = measure(&context->root, &context->experiment, flattening, &workload, watch,
	                measurement);
	int restored = flattening_restore(&context->root, flattening);

	if (r < 0 && restored == 0)
		log_line("nothing is told; the domains are back to %s", flattening->mode);
	return restored < 0 ? restored : r;
}

/* Who has started this program must see that it was a signal that ended it. */
static void end_as_told(const struct watch *watch)
{
	if (!watch->caught)
		return;
	signal(watch->caught, SIG_DFL);
	raise(watch->caught);
}

static int compare(const struct context *context, const struct math_api *math, FILE *plot)
{
	_cleanup_(measurement_release) struct measurement measurement = { .count = 0 };
	struct flattening flattening;
	struct watch watch;
	int r = flattening_find(&context->root, &flattening);

	if (r == 0)
		r = flattening_can(&flattening, &context->experiment);
	if (r < 0)
		return r;
	r = watch_start(&watch);
	if (r < 0)
		return log_errno(r, "signals cannot be watched");
	log_line("%u runs of %s, the first %u to warm up",
	         (context->experiment.rounds + 1) * context->experiment.count, context->command[0],
	         context->experiment.count);
	r = measure_and_restore(context, &flattening, &watch, &measurement);
	watch_stop(&watch);
	end_as_told(&watch);
	return r < 0 ? r : report_on(context, math, &measurement, plot);
}

int command_compare(const struct context *context)
{
	_cleanup_(math_api_close) struct math_api math = { .library = NULL };
	_cleanup_fclose_ FILE *plot = NULL;

	if (!root_is_live(&context->root)) {
		log_line("compare measures this machine: it does not go with --root");
		return EXIT_CODE_FAILED;
	}
	if (math_api_open(&math) < 0 || open_plot(context->plot, &plot) < 0)
		return EXIT_CODE_FAILED;
	return compare(context, &math, plot) < 0 ? EXIT_CODE_FAILED : EXIT_CODE_OK;
}
