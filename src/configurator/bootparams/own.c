// SPDX-License-Identifier: GPL-2.0-or-later
#include "bootparams/own.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootparams/loader.h"
#include "decide/decide.h"
#include "gather/cmdline.h"
#include "gather/gather.h"
#include "model/pairs.h"
#include "record/record.h"
#include "util/cleanup.h"
#include "util/log.h"
#include "util/text.h"

#define NOTE_NAME       "bootparams"
#define NOTE_FOLDER     RECORD_VAR_FOLDER
#define REMEMBER_FOLDER RECORD_RUN_FOLDER

/* grub-mkconfig sources this file; it must hold what a shell takes, and nothing more. */
#define DROP_IN_HEAD                                                                               \
	"# Set by \"xen-flat bootparams apply\", taken back by \"xen-flat bootparams remove\".\n"
#define DROP_IN_BOOT   "# boot_id="
#define DROP_IN_ASSIGN "GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX "

static void print_drop_in(const struct own_parameter *own, char *text, size_t size)
{
	snprintf(text, size, DROP_IN_HEAD DROP_IN_BOOT "%s\n" DROP_IN_ASSIGN "%s\"\n", own->boot_id,
	         own->word);
}

/* Copy what stands between @head and @end, "" where it does not stand there. */
static void copy_between(const char *text, const char *head, char end, char *found, size_t size)
{
	const char *start = strstr(text, head);
	const char *stop = start ? strchr(start + strlen(head), end) : NULL;
	size_t length;

	found[0] = '\0';
	if (!stop)
		return;
	start += strlen(head);
	length = (size_t)(stop - start);
	if (length < size)
		text_copy(found, length + 1, start);
}

static void forget_unknown(struct own_parameter *own)
{
	if (!parameter_is_ours_to_set(own->word))
		own->word[0] = '\0';
}

static bool read_drop_in(const struct root *root, struct own_parameter *own)
{
	_cleanup_free_ char *text = NULL;

	if (root_read_text(root, DROP_IN, DROP_IN_MAX, &text) < 0)
		return false;
	copy_between(text, DROP_IN_ASSIGN, '"', own->word, sizeof(own->word));
	copy_between(text, DROP_IN_BOOT, '\n', own->boot_id, sizeof(own->boot_id));
	own->tool = LOADER_TOOL_UPDATE_GRUB;
	forget_unknown(own);
	return true;
}

bool own_drop_in_is_intact(const struct root *root)
{
	_cleanup_free_ char *text = NULL;
	struct own_parameter own = { .word = "" };
	char expected[DROP_IN_MAX];
	ssize_t length = root_read_text(root, DROP_IN, DROP_IN_MAX, &text);

	if (length == -ENOENT)
		return true;
	if (length < 0 || !read_drop_in(root, &own))
		return false;
	print_drop_in(&own, expected, sizeof(expected));
	return strcmp(text, expected) == 0;
}

int own_write_drop_in(const struct root *root, const char *word)
{
	struct own_parameter own = { .word = "" };
	char text[DROP_IN_MAX];

	if (!*word)
		return root_remove_file(root, GRUB_DEFAULTS_FOLDER, DROP_IN_NAME);
	text_copy(own.word, sizeof(own.word), word);
	gather_boot_id(root, own.boot_id, sizeof(own.boot_id));
	print_drop_in(&own, text, sizeof(text));
	return root_replace_file(root, GRUB_DEFAULTS_FOLDER, DROP_IN_NAME, text, strlen(text));
}

static void read_note(const struct root *root, const char *folder, struct own_parameter *own)
{
	_cleanup_(pairs_release) struct pairs pairs = { .count = 0 };
	_cleanup_free_ char *text = NULL;
	const char *word, *boot_id;
	int tool;

	if (root_read_own(root, folder, NOTE_NAME, DROP_IN_MAX, &text) < 0 ||
	    pairs_parse(text, &pairs) < 0)
		return;
	word = pairs_get(&pairs, "parameters");
	boot_id = pairs_get(&pairs, "boot_id");
	tool = record_word(&pairs, "loader", loader_tool_from_word);
	if (!word || !boot_id || tool < 0)
		return;
	own->tool = (enum loader_tool)tool;
	text_copy(own->word, sizeof(own->word), word);
	text_copy(own->boot_id, sizeof(own->boot_id), boot_id);
	forget_unknown(own);
}

static int write_note(const struct root *root, const char *folder, enum loader_tool tool,
                      const char *word)
{
	char text[256], boot_id[BOOT_ID_SIZE];

	gather_boot_id(root, boot_id, sizeof(boot_id));
	snprintf(text, sizeof(text), "loader=%s\nparameters='%s'\nboot_id=%s\n",
	         loader_tool_word(tool), word, boot_id);
	return root_replace_file(root, folder, NOTE_NAME, text, strlen(text));
}

int own_write_note(const struct root *root, enum loader_tool tool, const char *word)
{
	if (!*word)
		return root_remove_file(root, NOTE_FOLDER, NOTE_NAME);
	return write_note(root, NOTE_FOLDER, tool, word);
}

void own_remember(const struct root *root, const char *word)
{
	_cleanup_free_ char *cmdline = cmdline_read(root);

	if (*word && cmdline_has_word(cmdline, word) &&
	    write_note(root, REMEMBER_FOLDER, LOADER_TOOL_UNKNOWN, word) < 0)
		log_line("%s will be taken for the admin's until the next boot", word);
}

void own_read(const struct root *root, struct own_parameter *own)
{
	*own = (struct own_parameter){ .word = "" };
	if (!read_drop_in(root, own))
		read_note(root, NOTE_FOLDER, own);
}

static bool is_word(const struct own_parameter *own, const char *word, size_t length)
{
	return length > 0 && strlen(own->word) == length && memcmp(own->word, word, length) == 0;
}

bool own_knows(const struct root *root, const char *word, size_t length)
{
	struct own_parameter now, before = { .word = "" };

	own_read(root, &now);
	read_note(root, REMEMBER_FOLDER, &before);
	return is_word(&now, word, length) || is_word(&before, word, length);
}

static enum effect judge(const struct root *root, const struct own_parameter *own)
{
	_cleanup_free_ char *cmdline = NULL;
	char boot_id[BOOT_ID_SIZE];

	if (!own->word[0])
		return EFFECT_NONE;
	cmdline = cmdline_read(root);
	if (cmdline_has_word(cmdline, own->word))
		return EFFECT_YES;
	gather_boot_id(root, boot_id, sizeof(boot_id));
	return strcmp(boot_id, own->boot_id) == 0 ? EFFECT_PENDING_REBOOT : EFFECT_NO;
}

void own_gather(const struct root *root, struct parameter_facts *facts)
{
	struct own_parameter own;

	own_read(root, &own);
	text_copy(facts->ours, sizeof(facts->ours), own.word);
	facts->effect = judge(root, &own);
}
