/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdio.h>

#include "compare/summary.h"
#include "model/pairs.h"

/** struct report - what is told, and about which command */
struct report {
	const char *command; /* for people, printable */
	const struct measurement *measurement;
	const struct summary *summary;
};

#define SENTENCE_SIZE 192

/** report_sentence() - better, worse, or no difference seen, in one sentence */
void report_sentence(const struct report *report, unsigned int way, char sentence[SENTENCE_SIZE]);

/** report_text() - tables and sentences for people */
void report_text(const struct report *report, FILE *out);

/** report_pairs() - everything as keys and values; the ways count from 1 */
void report_pairs(const struct report *report, struct pairs *pairs);

/** report_csv() - a heading, and a line for each counted run */
void report_csv(const struct measurement *measurement, FILE *out);

/** report_plot() - the paired ratios of wall time, and their intervals, as an SVG image */
void report_plot(const struct report *report, FILE *out);

/** noise_word() - a word for what makes numbers doubtful */
const char *noise_word(enum noise noise);
