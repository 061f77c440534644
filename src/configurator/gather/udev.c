// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather/udev.h"

#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "gather/udev-api.h"
#include "util/cleanup.h"

#define XEN_SUBSYSTEM "xen"

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wait_for_queue(const struct udev_api *api, struct udev_queue *queue, int timeout_ms)
{
	struct pollfd change = { .fd = api->queue_get_fd(queue), .events = POLLIN };
	int64_t deadline = now_ms() + timeout_ms;

	while (api->queue_get_udev_is_active(queue) && !api->queue_get_queue_is_empty(queue)) {
		int64_t left = deadline - now_ms();

		if (left <= 0 || change.fd < 0 || poll(&change, 1, (int)left) <= 0)
			return;
		api->queue_flush(queue);
	}
}

static void list_devices(const struct udev_api *api, struct udev_enumerate *enumerate,
                         struct witness_list *witnesses)
{
	struct udev_list_entry *entry;

	if (api->enumerate_add_match_subsystem(enumerate, XEN_SUBSYSTEM) < 0 ||
	    api->enumerate_scan_devices(enumerate) < 0)
		return;
	for (entry = api->enumerate_get_list_entry(enumerate); entry;
	     entry = api->list_entry_get_next(entry)) {
		const char *name = strrchr(api->list_entry_get_name(entry), '/');

		if (name)
			witness_note(witnesses, "xen_device", name + 1);
	}
}

void udev_wait_settled(int timeout_ms)
{
	_cleanup_(udev_api_close) struct udev_api api;
	struct udev_queue *queue;
	struct udev *udev;

	if (udev_api_open(&api) < 0 || !(udev = api.new()))
		return;
	queue = api.queue_new(udev);
	if (queue) {
		wait_for_queue(&api, queue, timeout_ms);
		api.queue_unref(queue);
	}
	api.unref(udev);
}

void udev_list_xen_devices(struct witness_list *witnesses)
{
	_cleanup_(udev_api_close) struct udev_api api;
	struct udev_enumerate *enumerate;
	struct udev *udev;

	if (udev_api_open(&api) < 0 || !(udev = api.new()))
		return;
	enumerate = api.enumerate_new(udev);
	if (enumerate) {
		list_devices(&api, enumerate, witnesses);
		api.enumerate_unref(enumerate);
	}
	api.unref(udev);
}
