// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One row for each way: a dot for each round's ratio to the first way, a bar for the interval and
 * a line for the mean; the line at 1 is where nothing differs.
 */
#include "compare/report.h"

#define WIDTH      720
#define LEFT       130
#define RIGHT      690
#define TOP        80
#define ROW        70
#define BELOW      60
#define DOT_SPREAD 36 /* height over which the rounds of a row are spread, the first on top */
#define TICKS      4

/** struct scale - the ratios from LEFT to RIGHT */
struct scale {
	double low, high;
};

static void widen(struct scale *scale, double value)
{
	if (value < scale->low)
		scale->low = value;
	if (value > scale->high)
		scale->high = value;
}

static double ratio_in_round(const struct measurement *measurement, unsigned int way,
                             unsigned int round)
{
	double base = 0, other = 0;

	for (size_t i = 0; i < measurement->count; i++) {
		const struct run *run = &measurement->runs[i];

		if (run->round == round && run->way == 0)
			base = run->wall_seconds;
		if (run->round == round && run->way == way)
			other = run->wall_seconds;
	}
	return base > 0 ? other / base : 1;
}

static struct scale find_scale(const struct report *report)
{
	const struct experiment *experiment = &report->measurement->experiment;
	struct scale scale = { .low = 0.99, .high = 1.01 };
	double margin;

	for (unsigned int way = 1; way < experiment->count; way++) {
		const struct ratio *ratio = &report->summary->ways[way].ratio[METRIC_WALL];

		for (unsigned int round = 0; round < experiment->rounds; round++)
			widen(&scale, ratio_in_round(report->measurement, way, round));
		if (ratio->known) {
			widen(&scale, ratio->low);
			widen(&scale, ratio->high);
		}
	}
	margin = (scale.high - scale.low) / 20;
	return (struct scale){ .low = scale.low - margin, .high = scale.high + margin };
}

static double x_of(const struct scale *scale, double ratio)
{
	return LEFT + (ratio - scale->low) / (scale->high - scale->low) * (RIGHT - LEFT);
}

static void print_escaped(const char *text, FILE *out)
{
	for (; *text; text++)
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		default:
			fputc(*text, out);
		}
}

static void print_text(double x, double y, const char *anchor, const char *text, FILE *out)
{
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	print_escaped(text, out);
	fputs("</text>\n", out);
}

static void print_line(double x1, double x2, double y1, double y2, const char *style, FILE *out)
{
	fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, x2, y1, y2,
	        style);
}

static void print_axis(const struct scale *scale, double bottom, FILE *out)
{
	double one = x_of(scale, 1);

	print_line(one, one, TOP - 10, bottom, "stroke=\"black\"", out);
	print_text(one, TOP - 13, "middle", "1", out);
	print_line(LEFT, RIGHT, bottom, bottom, "stroke=\"black\"", out);
	for (int i = 0; i <= TICKS; i++) {
		double ratio = scale->low + (scale->high - scale->low) * i / TICKS;
		char label[32];

		snprintf(label, sizeof(label), "%.3f", ratio);
		print_line(x_of(scale, ratio), x_of(scale, ratio), bottom, bottom + 5,
		           "stroke=\"black\"", out);
		print_text(x_of(scale, ratio), bottom + 20, "middle", label, out);
	}
}

static void print_dots(const struct report *report, const struct scale *scale, unsigned int way,
                       double y, FILE *out)
{
	const struct measurement *measurement = report->measurement;
	unsigned int rounds = measurement->experiment.rounds;

	for (unsigned int round = 0; round < rounds; round++) {
		double ratio = ratio_in_round(measurement, way, round);
		double lift = ((double)round / (rounds - 1) - 0.5) * DOT_SPREAD;

		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f77b4\"/>\n",
		        x_of(scale, ratio), y + lift);
	}
}

static void print_row(const struct report *report, const struct scale *scale, unsigned int way,
                      FILE *out)
{
	const struct ratio *ratio = &report->summary->ways[way].ratio[METRIC_WALL];
	double y = TOP + (way - 1) * ROW + ROW / 2.0;
	char name[COMPARED_NAME_SIZE];

	compared_name(&report->measurement->experiment.compared[way], name);
	print_text(LEFT - 10, y + 5, "end", name, out);
	if (ratio->known) {
		fprintf(out,
		        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
		        "fill=\"#ffbb78\"/>\n",
		        x_of(scale, ratio->low), y - DOT_SPREAD / 2.0,
		        x_of(scale, ratio->high) - x_of(scale, ratio->low), DOT_SPREAD);
		print_line(x_of(scale, ratio->mean), x_of(scale, ratio->mean), y - DOT_SPREAD / 2.0,
		           y + DOT_SPREAD / 2.0, "stroke=\"#d62728\" stroke-width=\"2\"", out);
	}
	print_dots(report, scale, way, y, out);
}

static void print_headings(const struct report *report, FILE *out)
{
	char base[COMPARED_NAME_SIZE], heading[128];

	compared_name(&report->measurement->experiment.compared[0], base);
	snprintf(heading, sizeof(heading),
	         "wall time as a multiple of %s's: a dot a round (the first on top), mean "
	         "and " CONFIDENCE_PERCENT " %% interval",
	         base);
	print_text(20, 25, "start", report->command, out);
	print_text(20, 45, "start", heading, out);
}

void report_plot(const struct report *report, FILE *out)
{
	unsigned int count = report->measurement->experiment.count;
	struct scale scale = find_scale(report);
	double bottom = TOP + (count - 1) * ROW;

	fprintf(out,
	        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
	        "font-family=\"sans-serif\" font-size=\"13\">\n"
	        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
	        WIDTH, bottom + BELOW);
	print_headings(report, out);
	for (unsigned int way = 1; way < count; way++)
		print_row(report, &scale, way, out);
	print_axis(&scale, bottom, out);
	fputs("</svg>\n", out);
}
