// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/act.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "act/module.h"
#include "gather/flattener.h"
#include "gather/module-file.h"
#include "util/log.h"

static int explain(int r, char *error, size_t size, const char *what)
{
	if (r < 0)
		snprintf(error, size, "%s: %s", what, strerror(-r));
	return r;
}

static int write_parameter(const struct root *root, const char *path, const char *word, char *error,
                           size_t size)
{
	return explain(root_write_line(root, path, word), error, size, path);
}

/* Wake-ups first: the domains are built with them by the write that follows. */
static int switch_live(const struct root *root, const struct facts *facts,
                       const struct decision *decision, char *error, size_t size)
{
	int r = 0;

	if (facts->means.wakeup != facts->settings.wakeup)
		r = write_parameter(root, MODULE_WAKEUP, wakeup_word(facts->settings.wakeup), error,
		                    size);
	if (r < 0)
		return r;
	return write_parameter(root, MODULE_MODE, wanted_word(decision->wanted), error, size);
}

static int use_module(const struct root *root, const struct facts *facts,
                      const struct decision *decision, char *error, size_t size)
{
	struct module_file file;

	if (facts->means.module_live)
		return switch_live(root, facts, decision, error, size);
	module_file_find(root, facts->kernel, &file);
	return explain(module_load(file.path, decision->wanted, facts->settings.wakeup), error,
	               size, file.path);
}

static int use_builtin(const struct root *root, const struct facts *facts,
                       const struct decision *decision, char *error, size_t size)
{
	/* A kernel without this switch, or one that fails, flattens all the same. */
	if (root_exists(root, BUILTIN_WAKEUP) &&
	    write_parameter(root, BUILTIN_WAKEUP, wakeup_word(facts->settings.wakeup), error,
	                    size) < 0)
		log_line("%s", error);
	return write_parameter(root, BUILTIN_TOPOLOGY, wanted_word(decision->wanted), error, size);
}

int act_flatten(const struct root *root, const struct facts *facts, const struct decision *decision,
                char *error, size_t size)
{
	switch (decision->method) {
	case METHOD_BUILTIN:
		return use_builtin(root, facts, decision, error, size);
	case METHOD_MODULE:
		return use_module(root, facts, decision, error, size);
	default:
		return 0;
	}
}

int act_go_native(const struct root *root, const struct means *means, char *error, size_t size)
{
	const char *native = wanted_word(WANTED_NATIVE);
	int r = 0;

	if (means->builtin && means->flattened)
		r = write_parameter(root, BUILTIN_TOPOLOGY, native, error, size);
	if (!means->module_live)
		return r;
	/* The domains first: they are native even if somebody holds the module. */
	if (write_parameter(root, MODULE_MODE, native, error, size) < 0)
		r = -EIO;
	if (explain(module_unload(), error, size, MODULE_NAME) < 0)
		r = -EIO;
	return r;
}

int act_set_wakeup(const struct root *root, const struct facts *facts, char *error, size_t size)
{
	const char *path = facts->means.builtin_rules ? BUILTIN_WAKEUP : MODULE_WAKEUP;

	return write_parameter(root, path, wakeup_word(facts->settings.wakeup), error, size);
}
