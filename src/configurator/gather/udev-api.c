// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/udev-api.h"

#include <dlfcn.h>

#include "util/cleanup.h"
#include "util/dlopen.h"

LIBRARY_NOTE(udev_note, "udev", "Wait for CPU hotplug events, list the devices of the xen bus",
             UDEV_SONAME);

int udev_api_open(struct udev_api *api)
{
	const struct library_function functions[] = {
		{ "udev_new", &api->new },
		{ "udev_unref", &api->unref },
		{ "udev_queue_new", &api->queue_new },
		{ "udev_queue_unref", &api->queue_unref },
		{ "udev_queue_get_udev_is_active", &api->queue_get_udev_is_active },
		{ "udev_queue_get_queue_is_empty", &api->queue_get_queue_is_empty },
		{ "udev_queue_get_fd", &api->queue_get_fd },
		{ "udev_queue_flush", &api->queue_flush },
		{ "udev_enumerate_new", &api->enumerate_new },
		{ "udev_enumerate_unref", &api->enumerate_unref },
		{ "udev_enumerate_add_match_subsystem", &api->enumerate_add_match_subsystem },
		{ "udev_enumerate_scan_devices", &api->enumerate_scan_devices },
		{ "udev_enumerate_get_list_entry", &api->enumerate_get_list_entry },
		{ "udev_list_entry_get_next", &api->list_entry_get_next },
		{ "udev_list_entry_get_name", &api->list_entry_get_name },
	};

	*api = (struct udev_api){ .library = NULL };
	return library_open(UDEV_SONAME, functions, ARRAY_SIZE(functions), &api->library);
}

void udev_api_close(struct udev_api *api)
{
	if (api->library)
		dlclose(api->library);
	api->library = NULL;
}
