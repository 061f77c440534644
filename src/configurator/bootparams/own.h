/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "model/facts.h"
#include "util/root.h"

/*
 * What bootparams has set, so that it is taken back and nothing else is. On Debian the drop-in of
 * grub-mkconfig tells; the other tools edit shared files, so a note of ours tells there.
 */

#define DROP_IN_NAME "60-xen-flat.cfg"
#define DROP_IN      "/etc/default/grub.d/" DROP_IN_NAME

#define DROP_IN_MAX  4096
#define BOOT_ID_SIZE 64

/** struct own_parameter - the parameter that is set, and the boot it was set in */
struct own_parameter {
	char word[PARAMETER_SIZE]; /* "" for none */
	char boot_id[BOOT_ID_SIZE];
	enum loader_tool tool; /* that has set it */
};

/** own_read() - what is set now */
void own_read(const struct root *root, struct own_parameter *own);

/** own_drop_in_is_intact() - whether the drop-in is missing, or is as it was written */
bool own_drop_in_is_intact(const struct root *root);

/** own_write_drop_in() - set @word by the drop-in, or remove the file for "". Return: 0 or -errno
 */
int own_write_drop_in(const struct root *root, const char *word);

/** own_write_note() - note that @tool has set @word, "" for none. Return: 0 or -errno */
int own_write_note(const struct root *root, enum loader_tool tool, const char *word);

/**
 * own_remember() - until the next boot, know @word on the kernel command line as ours
 *
 * It stays there when the configuration has it no more; nobody shall take it for the admin's.
 */
void own_remember(const struct root *root, const char *word);

/** own_knows() - whether a word on the kernel command line is one that bootparams has set */
bool own_knows(const struct root *root, const char *word, size_t length);

/** own_gather() - the parameter that is set, and whether it is in force */
void own_gather(const struct root *root, struct parameter_facts *facts);
