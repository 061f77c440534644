/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "model/facts.h"
#include "model/pairs.h"

/** struct fleet_view - what a fleet wants to know of one machine, and nothing that identifies it */
struct fleet_view {
	const struct pairs *record; /* of this boot, NULL for none */
	const struct facts *facts;  /* of now */
	bool as_decided;            /* means nothing without a record */
};

/**
 * prometheus_print() - the state in the text format of Prometheus, for node_exporter's textfile
 * collector
 *
 * A gauge for each state that there is, 1 for the one that holds, so that a rule can name it;
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */
void prometheus_print(const struct fleet_view *view, FILE *out);
