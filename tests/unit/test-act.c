// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's own switch, below a folder: what is written where, and what a failure is called. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "act/act.h"
#include "gather/flattener.h"
#include "gather/gather.h"

#define PARAMETERS "/sys/module/xen/parameters"

struct machine {
	char dir[32];
	struct root root;
	struct facts facts;
	struct decision decision;
	char error[256];
};

static const char *below(const struct machine *machine, const char *path)
{
	static char full[128];

	snprintf(full, sizeof(full), "%s%s", machine->dir, path);
	return full;
}

static void make_file(const struct machine *machine, const char *path)
{
	FILE *file = fopen(below(machine, path), "w");

	assert_non_null(file);
	fclose(file);
}

static void assert_file(const struct machine *machine, const char *path, const char *wanted)
{
	char line[32] = "";
	FILE *file = fopen(below(machine, path), "r");

	assert_non_null(file);
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	assert_string_equal(line, wanted);
}

/* Every Xen kernel has the folder, for other parameters. */
static int make_machine(void **state)
{
	static const char *const folders[] = { "/sys", "/sys/module", "/sys/module/xen",
		                               PARAMETERS };
	struct machine *machine = calloc(1, sizeof(*machine));

	assert_non_null(machine);
	strcpy(machine->dir, "/tmp/test-act-XXXXXX");
	assert_non_null(mkdtemp(machine->dir));
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		assert_int_equal(mkdir(below(machine, folders[i]), 0755), 0);
	assert_int_equal(root_init(&machine->root, machine->dir), 0);
	machine->decision.method = METHOD_BUILTIN;
	machine->decision.wanted = WANTED_NODE;
	machine->facts.settings.wakeup = WAKEUP_SPREAD;
	*state = machine;
	return 0;
}

static int remove_machine(void **state)
{
	static const char *const paths[] = {
		BUILTIN_TOPOLOGY, BUILTIN_WAKEUP, PARAMETERS, "/sys/module/xen",
		"/sys/module",    "/sys",         ""
	};
	struct machine *machine = *state;

	root_release(&machine->root);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		remove(below(machine, paths[i]));
	free(machine);
	return 0;
}

static int flatten(struct machine *machine)
{
	return act_flatten(&machine->root, &machine->facts, &machine->decision, machine->error,
	                   sizeof(machine->error));
}

static bool has_switch(const struct machine *machine)
{
	struct means means;

	gather_means(&machine->root, "6.12.0", &means);
	return means.builtin;
}

static void the_folder_alone_is_no_switch(void **state)
{
	struct machine *machine = *state;

	assert_false(has_switch(machine));
	make_file(machine, BUILTIN_TOPOLOGY);
	assert_true(has_switch(machine));
}

static void both_words_are_written(void **state)
{
	struct machine *machine = *state;

	make_file(machine, BUILTIN_TOPOLOGY);
	make_file(machine, BUILTIN_WAKEUP);
	assert_int_equal(flatten(machine), 0);
	assert_file(machine, BUILTIN_TOPOLOGY, "node\n");
	assert_file(machine, BUILTIN_WAKEUP, "spread\n");
	assert_string_equal(machine->error, "");
}

static void a_kernel_without_the_second_is_flattened(void **state)
{
	struct machine *machine = *state;

	make_file(machine, BUILTIN_TOPOLOGY);
	assert_int_equal(flatten(machine), 0);
	assert_file(machine, BUILTIN_TOPOLOGY, "node\n");
}

static void a_second_that_fails_does_not_stop_the_first(void **state)
{
	struct machine *machine = *state;

	make_file(machine, BUILTIN_TOPOLOGY);
	assert_int_equal(mkdir(below(machine, BUILTIN_WAKEUP), 0755), 0);
	assert_int_equal(flatten(machine), 0);
	assert_file(machine, BUILTIN_TOPOLOGY, "node\n");
}

static void wakeups_are_switched_where_the_domains_are_ruled(void **state)
{
	struct machine *machine = *state;

	make_file(machine, BUILTIN_WAKEUP);
	machine->facts.means = (struct means){ .module_live = true, .builtin_rules = true };
	assert_int_equal(act_set_wakeup(&machine->root, &machine->facts, machine->error,
	                                sizeof(machine->error)),
	                 0);
	assert_file(machine, BUILTIN_WAKEUP, "spread\n");
}

static void put_line(const struct machine *machine, const char *path, const char *line)
{
	FILE *file = fopen(below(machine, path), "w");

	assert_non_null(file);
	fputs(line, file);
	fclose(file);
}

static void a_kernel_without_the_second_has_nothing_to_switch(void **state)
{
	struct machine *machine = *state;
	struct means means;

	put_line(machine, BUILTIN_TOPOLOGY, "flat\n");
	gather_means(&machine->root, "6.12.0", &means);
	assert_true(means.flattened && means.builtin_rules);
	assert_false(means.wakeup_can_change);
	put_line(machine, BUILTIN_WAKEUP, "local\n");
	gather_means(&machine->root, "6.12.0", &means);
	assert_true(means.wakeup_can_change);
}

static void native_is_written_to_go_back(void **state)
{
	struct machine *machine = *state;
	const struct means means = { .builtin = true, .flattened = true };

	make_file(machine, BUILTIN_TOPOLOGY);
	assert_int_equal(
		act_go_native(&machine->root, &means, machine->error, sizeof(machine->error)), 0);
	assert_file(machine, BUILTIN_TOPOLOGY, "native\n");
}

static void a_write_that_fails_is_told(void **state)
{
	struct machine *machine = *state;

	assert_int_equal(mkdir(below(machine, BUILTIN_TOPOLOGY), 0755), 0);
	assert_true(flatten(machine) < 0);
	assert_string_equal(machine->error, BUILTIN_TOPOLOGY ": Is a directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_folder_alone_is_no_switch, make_machine,
		                                remove_machine),
		cmocka_unit_test_setup_teardown(both_words_are_written, make_machine,
		                                remove_machine),
		cmocka_unit_test_setup_teardown(a_kernel_without_the_second_is_flattened,
		                                make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(a_second_that_fails_does_not_stop_the_first,
		                                make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(wakeups_are_switched_where_the_domains_are_ruled,
		                                make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(a_kernel_without_the_second_has_nothing_to_switch,
		                                make_machine, remove_machine),
		cmocka_unit_test_setup_teardown(native_is_written_to_go_back, make_machine,
		                                remove_machine),
		cmocka_unit_test_setup_teardown(a_write_that_fails_is_told, make_machine,
		                                remove_machine),
	};

	return RUN(tests);
}
