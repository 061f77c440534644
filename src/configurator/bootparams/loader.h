/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "model/facts.h"
#include "util/root.h"

#define GRUB_FOLDER          "/boot/grub"
#define GRUB_CONFIG_NAME     "grub.cfg"
#define GRUB_CONFIG          GRUB_FOLDER "/" GRUB_CONFIG_NAME
#define GRUB_CONFIG_MAX      (4 * 1024 * 1024)
#define GRUB_DEFAULTS        "/etc/default/grub"
#define GRUB_DEFAULTS_FOLDER "/etc/default/grub.d"

/**
 * loader_find() - which program keeps the kernel parameters, and what speaks against using it
 *
 * Judged by the loader's configuration files and the kernel command line, not by the program
 * alone: a guest that dom0 gives its kernel can have GRUB's package installed all the same.
 */
void loader_find(const struct root *root, struct means *means);
