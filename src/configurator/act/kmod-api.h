/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libkmod.h>

/*
 * libkmod, opened only when a module is to be loaded or unloaded: linking it would cost every
 * start some millions of instructions for compressors and libcrypto, on the many machines that
 * never need it.
 */

#define KMOD_SONAME "libkmod.so.2"

/** struct kmod_api - the functions of libkmod that are used here */
struct kmod_api {
	void *library;
	struct kmod_ctx *(*new)(const char *dirname, const char *const *config_paths);
	struct kmod_ctx *(*unref)(struct kmod_ctx *ctx);
	void (*set_log_priority)(struct kmod_ctx *ctx, int priority);
	int (*module_new_from_path)(struct kmod_ctx *ctx, const char *path,
	                            struct kmod_module **module);
	int (*module_new_from_name)(struct kmod_ctx *ctx, const char *name,
	                            struct kmod_module **module);
	int (*module_new_from_lookup)(struct kmod_ctx *ctx, const char *alias,
	                              struct kmod_list **list);
	struct kmod_module *(*module_get_module)(const struct kmod_list *entry);
	int (*module_unref_list)(struct kmod_list *list);
	int (*module_probe_insert_module)(
		struct kmod_module *module, unsigned int flags, const char *extra_options,
		int (*run_install)(struct kmod_module *m, const char *cmdline, void *data),
		const void *data,
		void (*print_action)(struct kmod_module *m, bool install, const char *options));
	int (*module_remove_module)(struct kmod_module *module, unsigned int flags);
	struct kmod_module *(*module_unref)(struct kmod_module *module);
};

/**
 * kmod_api_open() - open the library
 * Return: 0, or -ELIBACC with a line in the log where it is missing or lacks a function.
 */
int kmod_api_open(struct kmod_api *api);

void kmod_api_close(struct kmod_api *api);
