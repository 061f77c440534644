// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/prometheus.h"

#include "util/cleanup.h"
#include "util/cpuset.h"

/* Words with few values each. No boot_id, no levels: they would make a new series each time. */
static const char *const info_keys[] = {
	"version", "kernel",  "hypervisor",     "role",   "guest_type", "xen_version",
	"cloud",   "setting", "setting_source", "wakeup", "decision",   "wanted",
	"reason",  "method",  "method_reason",  "stage",
};

static void print_heading(const char *name, const char *help, FILE *out)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void print_gauge(const char *name, const char *help, unsigned int value, FILE *out)
{
	print_heading(name, help, out);
	fprintf(out, "%s %u\n", name, value);
}

/* Values are printable already, so no newline is among them. */
static void print_label(const char *key, const char *value, FILE *out)
{
	fprintf(out, "%s=\"", key);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			fputc('\\', out);
		fputc(*value, out);
	}
	fputc('"', out);
}

static void print_info(const struct pairs *record, FILE *out)
{
	const char *name = "xen_flat_info";

	print_heading(name, "What was decided in this boot, and by what; always 1.", out);
	fprintf(out, "%s{", name);
	for (size_t i = 0; i < ARRAY_SIZE(info_keys); i++) {
		const char *value = pairs_get(record, info_keys[i]);

		if (i > 0)
			fputc(',', out);
		print_label(info_keys[i], value ? value : "", out);
	}
	fputs("} 1\n", out);
}

static void print_state(const char *name, const char *state, bool holds, FILE *out)
{
	fprintf(out, "%s{", name);
	print_label("state", state, out);
	fprintf(out, "} %d\n", holds);
}

static void print_topology(enum topology now, FILE *out)
{
	const char *name = "xen_flat_topology";

	print_heading(name, "The scheduling domains that the kernel has built now.", out);
	for (int i = 0; i < TOPOLOGY_MAX; i++)
		print_state(name, topology_word((enum topology)i), (enum topology)i == now, out);
}

static void print_result(const struct pairs *record, FILE *out)
{
	const char *name = "xen_flat_result";
	const char *word = pairs_get(record, "result");
	int result = word ? result_from_word(word) : -1;

	print_heading(name, "What came of the decision.", out);
	for (int i = 0; i < RESULT_MAX; i++)
		print_state(name, result_word((enum result)i), i == result, out);
}

void prometheus_print(const struct fleet_view *view, FILE *out)
{
	print_gauge("xen_flat_record_usable", "Whether there is a whole record of this boot.",
	            view->record != NULL, out);
	print_gauge("xen_flat_on_xen", "Whether this is a machine that runs on Xen.",
	            view->facts->hypervisor.hypervisor == HYPERVISOR_XEN, out);
	print_topology(view->facts->topology.topology, out);
	print_gauge("xen_flat_cpus_online", "CPUs that are online now.",
	            cpuset_count(&view->facts->cpus.online), out);
	if (!view->record)
		return;
	print_gauge("xen_flat_as_decided", "Whether the domains are as the record says.",
	            view->as_decided, out);
	print_result(view->record, out);
	print_info(view->record, out);
}
