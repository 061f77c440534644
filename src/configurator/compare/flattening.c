// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/flattening.h"

#include <errno.h>
#include <string.h>

#include "gather/flattener.h"
#include "util/log.h"

static bool is_in_force(const struct root *root, const char *mode_path)
{
	char word[FLATTENING_WORD_SIZE];

	return root_read_line(root, mode_path, word, sizeof(word)) == 0 &&
	       strcmp(word, wanted_word(WANTED_NATIVE)) != 0;
}

static int choose(const struct root *root, struct flattening *flattening)
{
	bool module = root_exists(root, MODULE_MODE);
	bool builtin = root_exists(root, BUILTIN_TOPOLOGY);

	if (!module && !builtin) {
		log_line("nothing here can switch the domains: load the module (modprobe xen_flat "
		         "mode=native), or boot a kernel that has xen.topology=");
		return -ENODEV;
	}
	if (is_in_force(root, MODULE_MODE) && is_in_force(root, BUILTIN_TOPOLOGY)) {
		log_line("both the module and xen.topology= are in force: write native to %s",
		         BUILTIN_TOPOLOGY);
		return -EBUSY;
	}
	if (module && !is_in_force(root, BUILTIN_TOPOLOGY))
		*flattening = (struct flattening){ .mode_path = MODULE_MODE,
			                           .wakeup_path = MODULE_WAKEUP };
	else
		*flattening = (struct flattening){ .mode_path = BUILTIN_TOPOLOGY,
			                           .wakeup_path = BUILTIN_WAKEUP };
	return 0;
}

static int read_word(const struct root *root, const char *path, char *word)
{
	int r = root_read_line(root, path, word, FLATTENING_WORD_SIZE);

	return r < 0 ? log_errno(r, "%s cannot be read", path) : 0;
}

int flattening_find(const struct root *root, struct flattening *flattening)
{
	int r = choose(root, flattening);

	if (r < 0)
		return r;
	/* The kernel patch for wake-ups is a later one than the other. */
	if (!root_exists(root, flattening->wakeup_path))
		flattening->wakeup_path = NULL;
	if (flattening->wakeup_path)
		r = read_word(root, flattening->wakeup_path, flattening->wakeup);
	return r < 0 ? r : read_word(root, flattening->mode_path, flattening->mode);
}

int flattening_can(const struct flattening *flattening, const struct experiment *experiment)
{
	for (unsigned int i = 0; i < experiment->count && !flattening->wakeup_path; i++)
		if (experiment->compared[i].wakeup != WAKEUP_LOCAL) {
			log_line("this kernel has no switch for wake-ups (%s)", BUILTIN_WAKEUP);
			return -EOPNOTSUPP;
		}
	return 0;
}

static int write_word(const struct root *root, const char *path, const char *word)
{
	int r = root_write_line(root, path, word);

	return r < 0 ? log_errno(r, "%s cannot be written to %s", word, path) : 0;
}

/* Wake-ups first: the domains are built with them by the write that follows. */
static int set(const struct root *root, const struct flattening *flattening, const char *mode,
               const char *wakeup)
{
	int r = 0;

	if (flattening->wakeup_path)
		r = write_word(root, flattening->wakeup_path, wakeup);
	return r < 0 ? r : write_word(root, flattening->mode_path, mode);
}

/* In native domains wake-ups have no meaning, and switching them would only build twice. */
static bool wakeup_matters(const struct flattening *flattening, const struct compared *compared)
{
	return flattening->wakeup_path && compared->mode != WANTED_NATIVE;
}

int flattening_switch(const struct root *root, const struct flattening *flattening,
                      const struct compared *compared)
{
	if (!wakeup_matters(flattening, compared))
		return write_word(root, flattening->mode_path, wanted_word(compared->mode));
	return set(root, flattening, wanted_word(compared->mode), wakeup_word(compared->wakeup));
}

static bool stands(const struct root *root, const char *path, const char *wanted)
{
	char word[FLATTENING_WORD_SIZE];

	return read_word(root, path, word) == 0 && strcmp(word, wanted) == 0;
}

int flattening_check(const struct root *root, const struct flattening *flattening,
                     const struct compared *compared)
{
	if (stands(root, flattening->mode_path, wanted_word(compared->mode)) &&
	    (!wakeup_matters(flattening, compared) ||
	     stands(root, flattening->wakeup_path, wakeup_word(compared->wakeup))))
		return 0;
	log_line("somebody else has switched the domains meanwhile");
	return -ESTALE;
}

/* The mode even where the other switch fails: domains matter more than wake-ups. */
int flattening_restore(const struct root *root, const struct flattening *flattening)
{
	int wakeup = 0, mode;

	if (flattening->wakeup_path)
		wakeup = write_word(root, flattening->wakeup_path, flattening->wakeup);
	mode = write_word(root, flattening->mode_path, flattening->mode);
	return mode < 0 ? mode : wakeup;
}
