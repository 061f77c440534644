// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

#include "util/cleanup.h"

struct metric_text {
	const char *key, *heading;
	int decimals;
};

static const struct metric_text metrics[METRIC_MAX] = {
	[METRIC_WALL] = { "wall", "wall time", 6 },
	[METRIC_CPU] = { "cpu", "CPU time", 6 },
	[METRIC_SWITCHES] = { "switches", "context switches", 1 },
	[METRIC_MIGRATIONS] = { "migrations", "CPU migrations", 1 },
};

struct noise_text {
	const char *word, *text;
};

static const struct noise_text noises[NOISE_MAX] = {
	[NOISE_STEAL] = { "steal",
	                  "the host is busy: vCPUs waited for physical CPUs (steal time)" },
	[NOISE_OTHERS] = { "others", "other programs of this guest were busy, too" },
	[NOISE_SPREAD] = { "spread", "runs of the same kind differ by more than a tenth" },
	[NOISE_SHORT] = { "short", "runs take less than a tenth of a second: starting the command "
	                           "is a good part of them" },
	[NOISE_SAME] = { "same", "some of these modes build the same domains here" },
	[NOISE_UNBALANCED] = { "unbalanced", "some of these modes ran earlier in more rounds" },
};

const char *noise_word(enum noise noise)
{
	return noises[noise].word;
}

static void name_of(const struct report *report, unsigned int way, char name[COMPARED_NAME_SIZE])
{
	compared_name(&report->measurement->experiment.compared[way], name);
}

void report_sentence(const struct report *report, unsigned int way, char sentence[SENTENCE_SIZE])
{
	const struct way_summary *summary = &report->summary->ways[way];
	const struct ratio *ratio = &summary->ratio[METRIC_WALL];
	char name[COMPARED_NAME_SIZE], base[COMPARED_NAME_SIZE], interval[64];

	name_of(report, way, name);
	name_of(report, 0, base);
	snprintf(interval, sizeof(interval), CONFIDENCE_PERCENT " %% interval %.3f to %.3f",
	         ratio->low, ratio->high);
	switch (summary->verdict) {
	case COMPARISON_BETTER:
		snprintf(sentence, SENTENCE_SIZE,
		         "%s is better than %s: %.3f of its wall time (%s)", name, base,
		         ratio->mean, interval);
		break;
	case COMPARISON_WORSE:
		snprintf(sentence, SENTENCE_SIZE, "%s is worse than %s: %.3f of its wall time (%s)",
		         name, base, ratio->mean, interval);
		break;
	case COMPARISON_NO_DIFFERENCE:
		snprintf(sentence, SENTENCE_SIZE,
		         "no difference seen between %s and %s: %.3f of its wall time (%s)", name,
		         base, ratio->mean, interval);
		break;
	default:
		snprintf(sentence, SENTENCE_SIZE, "%s and %s cannot be compared", name, base);
	}
}

static void print_number(double value, int decimals, int width, FILE *out)
{
	if (value < 0)
		fprintf(out, "%*s", width, "unknown");
	else
		fprintf(out, "%*.*f", width, decimals, value);
}

static void print_means(const struct report *report, FILE *out)
{
	const struct measurement *measurement = report->measurement;

	fprintf(out, "\n%-12s %12s %12s %12s %12s  %s\n", "mean", "wall s", "CPU s", "switches",
	        "migrations", "domains");
	for (unsigned int way = 0; way < measurement->experiment.count; way++) {
		const struct way_summary *summary = &report->summary->ways[way];
		const char *levels = measurement->levels[way];
		char name[COMPARED_NAME_SIZE];

		name_of(report, way, name);
		fprintf(out, "%-12s", name);
		for (int i = 0; i < METRIC_MAX; i++) {
			fputc(' ', out);
			print_number(summary->mean[i], i == METRIC_WALL || i == METRIC_CPU ? 3 : 1,
			             12, out);
		}
		fprintf(out, "  %s\n", levels && *levels ? levels : "none");
	}
}

static void print_ratios(const struct report *report, unsigned int way, FILE *out)
{
	char name[COMPARED_NAME_SIZE], base[COMPARED_NAME_SIZE];

	name_of(report, way, name);
	name_of(report, 0, base);
	fprintf(out, "\n%s : %s\n", name, base);
	for (int i = 0; i < METRIC_MAX; i++) {
		const struct ratio *ratio = &report->summary->ways[way].ratio[i];

		fprintf(out, "  %-18s", metrics[i].heading);
		if (ratio->known)
			fprintf(out, "%8.3f   (%.3f to %.3f)\n", ratio->mean, ratio->low,
			        ratio->high);
		else
			fprintf(out, "%8s   (a count is 0 or missing)\n", "none");
	}
}

static void print_doubts(const struct report *report, FILE *out)
{
	const struct summary *summary = report->summary;

	fprintf(out, "steal time %.1f %%, other programs %.1f %%\n", 100 * summary->steal_share,
	        100 * summary->others_share);
	for (int i = 0; i < NOISE_MAX; i++)
		if (summary->noise[i])
			fprintf(out, "doubtful: %s\n", noises[i].text);
	if (summary->noise[NOISE_UNBALANCED])
		fprintf(out, "          (the order is balanced after each %u rounds)\n",
		        experiment_cycle(&report->measurement->experiment));
}

void report_text(const struct report *report, FILE *out)
{
	const struct measurement *measurement = report->measurement;

	fprintf(out, "%s\n%u rounds after one to warm up, counted by %s\n", report->command,
	        measurement->experiment.rounds, counter_source_word(measurement->source));
	print_means(report, out);
	for (unsigned int way = 1; way < measurement->experiment.count; way++)
		print_ratios(report, way, out);
	fputs("\nRatios are paired geometric means with their " CONFIDENCE_PERCENT
	      " % confidence intervals.\n",
	      out);
	print_doubts(report, out);
	fputc('\n', out);
	for (unsigned int way = 1; way < measurement->experiment.count; way++) {
		char sentence[SENTENCE_SIZE];

		report_sentence(report, way, sentence);
		fprintf(out, "%s\n", sentence);
	}
}

/* A pair `mode_<way>_<what>`, empty where the value is not known */
static void set_number(struct pairs *pairs, unsigned int way, const char *what, const char *more,
                       double value, int decimals)
{
	char key[64];

	snprintf(key, sizeof(key), "mode_%u_%s%s", way + 1, what, more);
	if (value < 0)
		pairs_set(pairs, key, "");
	else
		pairs_setf(pairs, key, "%.*f", decimals, value);
}

static void set_word(struct pairs *pairs, unsigned int way, const char *what, const char *word)
{
	char key[64];

	snprintf(key, sizeof(key), "mode_%u%s", way + 1, what);
	pairs_set(pairs, key, word);
}

static void set_ratios(const struct way_summary *summary, unsigned int way, struct pairs *pairs)
{
	for (int i = 0; i < METRIC_MAX; i++) {
		const struct ratio *ratio = &summary->ratio[i];
		const char *key = metrics[i].key;

		set_number(pairs, way, key, "_ratio", ratio->known ? ratio->mean : -1, 6);
		set_number(pairs, way, key, "_ratio_low", ratio->known ? ratio->low : -1, 6);
		set_number(pairs, way, key, "_ratio_high", ratio->known ? ratio->high : -1, 6);
	}
}

/* The values of all rounds, for who wants to see for himself */
static void set_values(const struct measurement *measurement, unsigned int way, enum metric metric,
                       struct pairs *pairs)
{
	double values[ROUNDS_MAX];
	char text[ROUNDS_MAX * 20] = "", key[64];
	size_t length = 0;

	collect(measurement, way, metric, values);
	for (unsigned int i = 0; i < measurement->experiment.rounds && length < sizeof(text); i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%.*f",
		                           i ? "," : "", metrics[metric].decimals, values[i]);
	snprintf(key, sizeof(key), "mode_%u_%s_rounds", way + 1, metrics[metric].key);
	pairs_set(pairs, key, values[0] < 0 ? "" : text);
}

static void set_way(const struct report *report, unsigned int way, struct pairs *pairs)
{
	const struct measurement *measurement = report->measurement;
	const struct way_summary *summary = &report->summary->ways[way];
	const char *levels = measurement->levels[way];
	char name[COMPARED_NAME_SIZE], sentence[SENTENCE_SIZE];

	name_of(report, way, name);
	set_word(pairs, way, "", name);
	set_word(pairs, way, "_topology", topology_word(measurement->topology[way]));
	set_word(pairs, way, "_levels", levels ? levels : "");
	for (int i = 0; i < METRIC_MAX; i++) {
		set_number(pairs, way, metrics[i].key, "", summary->mean[i], metrics[i].decimals);
		set_values(measurement, way, (enum metric)i, pairs);
	}
	set_number(pairs, way, "wall_variation_percent", "", 100 * summary->variation, 1);
	if (way == 0)
		return;
	set_ratios(summary, way, pairs);
	report_sentence(report, way, sentence);
	set_word(pairs, way, "_verdict", comparison_word(summary->verdict));
	set_word(pairs, way, "_sentence", sentence);
}

static void set_noise(const struct summary *summary, struct pairs *pairs)
{
	char words[128] = "";
	size_t length = 0;

	for (int i = 0; i < NOISE_MAX && length < sizeof(words); i++)
		if (summary->noise[i])
			length += (size_t)snprintf(words + length, sizeof(words) - length, "%s%s",
			                           length ? "," : "", noises[i].word);
	pairs_set(pairs, "noise", length ? words : "none");
}

void report_pairs(const struct report *report, struct pairs *pairs)
{
	const struct measurement *measurement = report->measurement;
	const struct summary *summary = report->summary;

	pairs_set(pairs, "command", report->command);
	pairs_setf(pairs, "rounds", "%u", measurement->experiment.rounds);
	pairs_setf(pairs, "modes", "%u", measurement->experiment.count);
	pairs_set(pairs, "counters", counter_source_word(measurement->source));
	pairs_set(pairs, "confidence_percent", CONFIDENCE_PERCENT);
	pairs_setf(pairs, "steal_percent", "%.1f", 100 * summary->steal_share);
	pairs_setf(pairs, "others_percent", "%.1f", 100 * summary->others_share);
	set_noise(summary, pairs);
	for (unsigned int way = 0; way < measurement->experiment.count; way++)
		set_way(report, way, pairs);
}

static void print_csv_run(const struct compared *compared, const struct run *run, FILE *out)
{
	bool has_wakeup = compared->mode != WANTED_NATIVE;

	fprintf(out, "%u,%u,%s,%s,%.6f,%.6f,%.0f,", run->round + 1, run->place + 1,
	        wanted_word(compared->mode), has_wakeup ? wakeup_word(compared->wakeup) : "",
	        run->wall_seconds, run->counts.cpu_seconds, run->counts.context_switches);
	if (run->counts.cpu_migrations >= 0)
		fprintf(out, "%.0f", run->counts.cpu_migrations);
	fprintf(out, ",%.2f,%.2f,%.2f\n", run->guest.busy, run->guest.steal, run->guest.total);
}

void report_csv(const struct measurement *measurement, FILE *out)
{
	fputs("round,place,mode,wakeup,wall_seconds,cpu_seconds,context_switches,cpu_migrations,"
	      "guest_busy_seconds,guest_steal_seconds,guest_cpu_seconds\n",
	      out);
	for (size_t i = 0; i < measurement->count; i++) {
		const struct run *run = &measurement->runs[i];

		print_csv_run(&measurement->experiment.compared[run->way], run, out);
	}
}
