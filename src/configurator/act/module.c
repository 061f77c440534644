// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/module.h"

#include <errno.h>
#include <stdio.h>
#include <syslog.h>

#include "act/kmod-api.h"
#include "gather/flattener.h"
#include "gather/module-policy.h"
#include "util/cleanup.h"

#define PRIVCMD_ALIAS "xen-privcmd"

/* Commands of modprobe.d are not ours to run, least of all in an initramfs. */
#define PROBE_FLAGS (KMOD_PROBE_APPLY_BLACKLIST | KMOD_PROBE_IGNORE_COMMAND)

static int with_context(int (*use)(const struct kmod_api *api, struct kmod_ctx *ctx,
                                   const void *data),
                        const void *data)
{
	_cleanup_(kmod_api_close) struct kmod_api api;
	struct kmod_ctx *ctx;
	int r = kmod_api_open(&api);

	if (r < 0)
		return r;
	ctx = api.new(NULL, NULL);
	if (!ctx)
		return -ENOMEM;
	api.set_log_priority(ctx, LOG_CRIT); /* what fails is told once, in our words */
	r = use(&api, ctx, data);
	api.unref(ctx);
	return r;
}

/* Positive values of libkmod say which flag has stopped the module. */
static int insert(const struct kmod_api *api, struct kmod_module *module, const char *options)
{
	int r = api->module_probe_insert_module(module, PROBE_FLAGS, options, NULL, NULL, NULL);

	if (r == KMOD_PROBE_APPLY_BLACKLIST)
		return -EPERM;
	return r == -EEXIST ? 0 : r;
}

struct load_request {
	const char *path;
	const char *options;
};

static int load_path(const struct kmod_api *api, struct kmod_ctx *ctx, const void *data)
{
	const struct load_request *request = data;
	struct kmod_module *module;
	int r = api->module_new_from_path(ctx, request->path, &module);

	if (r < 0)
		return r;
	r = insert(api, module, request->options);
	api->module_unref(module);
	return r;
}

int module_load(const char *path, enum wanted mode, enum wakeup wakeup)
{
	char options[64];
	const struct load_request request = { .path = path, .options = options };

	snprintf(options, sizeof(options), "mode=%s wakeup=%s", wanted_word(mode),
	         wakeup_word(wakeup));
	return with_context(load_path, &request);
}

static int unload_ours(const struct kmod_api *api, struct kmod_ctx *ctx, const void *data)
{
	struct kmod_module *module;
	int r = api->module_new_from_name(ctx, MODULE_NAME, &module);

	(void)data;
	if (r < 0)
		return r;
	r = api->module_remove_module(module, 0);
	api->module_unref(module);
	return r;
}

int module_unload(void)
{
	return with_context(unload_ours, NULL);
}

static int load_privcmd(const struct kmod_api *api, struct kmod_ctx *ctx, const void *data)
{
	struct kmod_list *list = NULL;
	struct kmod_module *module;
	int r = api->module_new_from_lookup(ctx, PRIVCMD_ALIAS, &list);

	(void)data;
	if (r < 0)
		return r;
	if (!list)
		return -ENOENT;
	module = api->module_get_module(list);
	r = insert(api, module, NULL);
	api->module_unref(module);
	api->module_unref_list(list);
	return r;
}

int module_load_privcmd(void)
{
	return with_context(load_privcmd, NULL);
}

static enum method_reason permission_reason(const struct root *root)
{
	if (module_policy_disabled(root))
		return METHOD_REASON_MODULES_DISABLED;
	if (module_policy_blacklisted(root))
		return METHOD_REASON_MODULE_BLACKLISTED;
	if (module_policy_locked_down(root))
		return METHOD_REASON_MODULE_LOCKDOWN;
	return METHOD_REASON_MODULE_FAILED;
}

enum method_reason module_error_reason(const struct root *root, int error)
{
	switch (error) {
	case -ENOKEY:
	case -EKEYREJECTED:
		return METHOD_REASON_MODULE_SIGNATURE;
	case -EOPNOTSUPP:
	case -ENODEV:
		return METHOD_REASON_MODULE_UNSUPPORTED;
	case -ENOENT:
		return METHOD_REASON_MODULE_MISSING;
	case -EPERM:
		return permission_reason(root);
	default:
		return METHOD_REASON_MODULE_FAILED;
	}
}
