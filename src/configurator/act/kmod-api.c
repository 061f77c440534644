// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/kmod-api.h"

#include <dlfcn.h>

#include "util/cleanup.h"
#include "util/dlopen.h"

LIBRARY_NOTE(kmod_note, "kmod", "Load the flattening kernel module", KMOD_SONAME);

int kmod_api_open(struct kmod_api *api)
{
	const struct library_function functions[] = {
		{ "kmod_new", &api->new },
		{ "kmod_unref", &api->unref },
		{ "kmod_set_log_priority", &api->set_log_priority },
		{ "kmod_module_new_from_path", &api->module_new_from_path },
		{ "kmod_module_new_from_name", &api->module_new_from_name },
		{ "kmod_module_new_from_lookup", &api->module_new_from_lookup },
		{ "kmod_module_get_module", &api->module_get_module },
		{ "kmod_module_unref_list", &api->module_unref_list },
		{ "kmod_module_probe_insert_module", &api->module_probe_insert_module },
		{ "kmod_module_remove_module", &api->module_remove_module },
		{ "kmod_module_unref", &api->module_unref },
	};

	*api = (struct kmod_api){ .library = NULL };
	return library_open(KMOD_SONAME, functions, ARRAY_SIZE(functions), &api->library);
}

void kmod_api_close(struct kmod_api *api)
{
	if (api->library)
		dlclose(api->library);
	api->library = NULL;
}
