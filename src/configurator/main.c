// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * xen-flat: choose the scheduling domains of a Xen guest. This file reads the command line.
 */
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "version.h"

enum option_id {
	OPTION_ROOT = 256,
	OPTION_JSON,
	OPTION_VERBOSE,
	OPTION_EXPLAIN,
	OPTION_STRICT,
	OPTION_AUTO,
	OPTION_STAGE,
	OPTION_PROMETHEUS,
	OPTION_ROUNDS,
	OPTION_MODES,
	OPTION_CSV,
	OPTION_PLOT,
	OPTION_WORKLOAD, /* no option: what is behind -- */
	OPTION_HELP,
	OPTION_VERSION,
};

/* Which commands take an option of their own; --root, --json and --verbose go with all. */
#define TAKES(option) (1u << ((option)-OPTION_ROOT))

struct command {
	const char *name;
	int (*run)(const struct context *context);
	unsigned int takes;
	const char *help;
	/* For a command that is followed by a word: keep it. Return: 0, or negative for a bad one.
	 */
	int (*use_word)(struct context *context, const char *word);
};

static int use_action(struct context *context, const char *word)
{
	int action = bootparams_action_from_word(word);

	if (action >= 0)
		context->action = (enum bootparams_action)action;
	return action;
}

static const struct command commands[] = {
	{ "detect", command_detect, 0, "facts about the hypervisor", NULL },
	{ "topology", command_topology, 0, "the scheduling domains built now, as a tree", NULL },
	{ "decide", command_decide, TAKES(OPTION_EXPLAIN),
	  "facts and settings -> decision; changes nothing", NULL },
	{ "apply", command_apply, TAKES(OPTION_STRICT) | TAKES(OPTION_AUTO) | TAKES(OPTION_STAGE),
	  "decide, act, verify, record", NULL },
	{ "verify", command_verify, 0, "re-check now and update the record", NULL },
	{ "status", command_status, TAKES(OPTION_PROMETHEUS), "the record and the present state",
	  NULL },
	{ "revert", command_revert, 0, "back to the native domains", NULL },
	{ "bootparams", command_bootparams, 0,
	  "plan | apply | remove | show: kernel parameters through the boot loader", use_action },
	{ "compare", command_compare,
	  TAKES(OPTION_ROUNDS) | TAKES(OPTION_MODES) | TAKES(OPTION_CSV) | TAKES(OPTION_PLOT) |
	          TAKES(OPTION_WORKLOAD),
	  "-- COMMAND...: run a workload alternately native and flat", NULL },
};

static const struct option long_options[] = {
	{ "root", required_argument, NULL, OPTION_ROOT },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "verbose", no_argument, NULL, OPTION_VERBOSE },
	{ "explain", no_argument, NULL, OPTION_EXPLAIN },
	{ "strict", no_argument, NULL, OPTION_STRICT },
	{ "auto", no_argument, NULL, OPTION_AUTO },
	{ "stage", required_argument, NULL, OPTION_STAGE },
	{ "prometheus", no_argument, NULL, OPTION_PROMETHEUS },
	{ "rounds", required_argument, NULL, OPTION_ROUNDS },
	{ "modes", required_argument, NULL, OPTION_MODES },
	{ "csv", no_argument, NULL, OPTION_CSV },
	{ "plot", required_argument, NULL, OPTION_PLOT },
	{ "help", no_argument, NULL, OPTION_HELP },
	{ "version", no_argument, NULL, OPTION_VERSION },
	{ NULL, 0, NULL, 0 },
};

struct arguments {
	struct context context;
	const char *root;
	const struct command *command;
	unsigned int given; /* TAKES() of the options seen */
	bool help, version;
};

static void usage(FILE *out)
{
	fputs("Usage: xen-flat [--root DIR] [--json] [--verbose] COMMAND\n\nCommands:\n", out);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s  %s\n", commands[i].name, commands[i].help);
	fputs("\n"
	      "Options:\n"
	      "  --root DIR               use a folder of fake /proc, /sys, /etc ...; loads "
	      "nothing\n"
	      "  --json                   one JSON object, all values strings\n"
	      "  --verbose                more; with detect each witness that spoke\n"
	      "  --explain                decide: each row of the policy and its fact\n"
	      "  --strict                 apply: exit 1 on failure\n"
	      "  --auto                   apply: started by a boot hook, a unit or CPU hotplug\n"
	      "  --stage initramfs|system apply: where it was started, else system\n"
	      "  --prometheus             status: metrics for node_exporter's textfile collector\n"
	      "  --rounds N               compare: so many, 10 without it\n"
	      "  --modes LIST             compare: native,flat without it; also node, flat:spread\n"
	      "  --csv, --plot FILE.svg   compare: a line a run; an image\n"
	      "  --help, --version\n"
	      "\n"
	      "Exit: 0 done, 1 failed or not as decided, 2 usage, 3 no usable record.\n"
	      "See xen-flat(8).\n",
	      out);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int use_stage(struct arguments *arguments, const char *word)
{
	int stage = stage_from_word(word);

	if (stage < 0) {
		log_line("--stage: '%.32s' is neither initramfs nor system", word);
		return stage;
	}
	arguments->context.stage = (enum stage)stage;
	return 0;
}

static int use_rounds(struct context *context, const char *number)
{
	int r = experiment_parse_rounds(&context->experiment, number);

	if (r < 0)
		log_line("--rounds: '%.32s' is no number from %d to %d", number, ROUNDS_MIN,
		         ROUNDS_MAX);
	return r;
}

static int use_modes(struct context *context, const char *list)
{
	int r = experiment_parse_modes(&context->experiment, list);

	if (r < 0)
		log_line("--modes: '%.64s' is no list of 2 to %d of native, flat, node, "
		         "flat:spread, node:spread",
		         list, COMPARED_MAX);
	return r;
}

/* Options of one command. Return: 0, or negative with a line in the log. */
static int use_own_option(struct arguments *arguments, int option)
{
	struct context *context = &arguments->context;

	arguments->given |= TAKES(option);
	switch (option) {
	case OPTION_EXPLAIN:
		context->explain = true;
		return 0;
	case OPTION_STRICT:
		context->strict = true;
		return 0;
	case OPTION_AUTO:
		context->automatic = true;
		return 0;
	case OPTION_STAGE:
		return use_stage(arguments, optarg);
	case OPTION_PROMETHEUS:
		context->prometheus = true;
		return 0;
	case OPTION_ROUNDS:
		return use_rounds(context, optarg);
	case OPTION_MODES:
		return use_modes(context, optarg);
	case OPTION_CSV:
		context->csv = true;
		return 0;
	default:
		context->plot = optarg;
		return 0;
	}
}

static int use_option(struct arguments *arguments, int option)
{
	struct context *context = &arguments->context;

	switch (option) {
	case OPTION_ROOT:
		arguments->root = optarg;
		return 0;
	case OPTION_JSON:
		context->json = true;
		return 0;
	case OPTION_VERBOSE:
		context->verbose = true;
		return 0;
	case OPTION_HELP:
		arguments->help = true;
		return 0;
	case OPTION_VERSION:
		arguments->version = true;
		return 0;
	case '?':
		return -1; /* getopt has told */
	default:
		return use_own_option(arguments, option);
	}
}

/* Return: the number of words used, or negative with a line in the log. */
static int use_command_word(struct arguments *arguments, const char *word)
{
	const struct command *command = arguments->command;

	if (!command->use_word)
		return 0;
	if (word && command->use_word(&arguments->context, word) >= 0)
		return 1;
	if (word)
		log_line("%s: unknown word '%.32s'", command->name, word);
	else
		log_line("%s needs a word", command->name);
	return -1;
}

/*
 * All behind -- is somebody else's command, options included. getopt(3) has moved what is no option
 * behind it. Return: the number of words used, or negative with a line in the log.
 */
static int use_workload(struct arguments *arguments, int argc, char **argv)
{
	if (strcmp(argv[-1], "--") != 0 || argc < 2) {
		log_line("%s needs -- and a command behind it", argv[0]);
		return -1;
	}
	arguments->context.command = argv + 1;
	return argc - 1;
}

static int check_options(const struct arguments *arguments)
{
	const struct context *context = &arguments->context;

	if (arguments->given & ~arguments->command->takes)
		log_line("an option does not go with %s", arguments->command->name);
	else if (context->json && (context->csv || context->prometheus))
		log_line("--json does not go with another format");
	else
		return 0;
	return -1;
}

static int use_words(struct arguments *arguments, int argc, char **argv)
{
	int used;

	if (argc == 0) {
		log_line("no command");
		return -1;
	}
	arguments->command = find_command(argv[0]);
	if (!arguments->command) {
		log_line("unknown command '%.32s'", argv[0]);
		return -1;
	}
	used = arguments->command->takes & TAKES(OPTION_WORKLOAD)
	               ? use_workload(arguments, argc, argv)
	               : use_command_word(arguments, argv[1]);
	if (used < 0)
		return -1;
	if (argc > 1 + used) {
		log_line("%s takes no argument '%.32s'", argv[0], argv[1 + used]);
		return -1;
	}
	return check_options(arguments);
}

static int parse(struct arguments *arguments, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		if (use_option(arguments, option) < 0)
			return -1;
	if (arguments->help || arguments->version)
		return 0;
	return use_words(arguments, argc - optind, argv + optind);
}

static int run(struct arguments *arguments)
{
	int r = root_init(&arguments->context.root, arguments->root);
	int code;

	if (r < 0) {
		log_errno(r, "--root %s", arguments->root);
		return EXIT_CODE_USAGE;
	}
	code = arguments->command->run(&arguments->context);
	root_release(&arguments->context.root);
	/* Output that did not arrive is no success, but a boot hook prints none. */
	if (fflush(stdout) != 0 && code == EXIT_CODE_OK)
		code = EXIT_CODE_FAILED;
	return code;
}

/* A file that got the number of a closed stream would receive what is said there. */
static void fill_closed_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			return;
}

int main(int argc, char **argv)
{
	struct arguments arguments = { .context = { .stage = STAGE_SYSTEM,
		                                    .experiment = EXPERIMENT_DEFAULT } };

	fill_closed_streams();
	/* Nobody listens any more: no reason to end in the middle of an apply. */
	signal(SIGPIPE, SIG_IGN);
	if (parse(&arguments, argc, argv) < 0) {
		usage(stderr);
		return EXIT_CODE_USAGE;
	}
	if (arguments.help) {
		usage(stdout);
		return EXIT_CODE_OK;
	}
	if (arguments.version) {
		puts("xen-flat " XEN_FLAT_VERSION);
		return EXIT_CODE_OK;
	}
	return run(&arguments);
}
