/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libudev.h>

/* libudev, opened only where the live system's events or devices are of interest. */

#define UDEV_SONAME "libudev.so.1"

/** struct udev_api - the functions of libudev that are used here */
struct udev_api {
	void *library;
	struct udev *(*new)(void);
	struct udev *(*unref)(struct udev *udev);
	struct udev_queue *(*queue_new)(struct udev *udev);
	struct udev_queue *(*queue_unref)(struct udev_queue *queue);
	int (*queue_get_udev_is_active)(struct udev_queue *queue);
	int (*queue_get_queue_is_empty)(struct udev_queue *queue);
	int (*queue_get_fd)(struct udev_queue *queue);
	int (*queue_flush)(struct udev_queue *queue);
	struct udev_enumerate *(*enumerate_new)(struct udev *udev);
	struct udev_enumerate *(*enumerate_unref)(struct udev_enumerate *enumerate);
	int (*enumerate_add_match_subsystem)(struct udev_enumerate *enumerate, const char *name);
	int (*enumerate_scan_devices)(struct udev_enumerate *enumerate);
	struct udev_list_entry *(*enumerate_get_list_entry)(struct udev_enumerate *enumerate);
	struct udev_list_entry *(*list_entry_get_next)(struct udev_list_entry *entry);
	const char *(*list_entry_get_name)(struct udev_list_entry *entry);
};

/**
 * udev_api_open() - open the library
 * Return: 0, or -ELIBACC with a line in the log.
 */
int udev_api_open(struct udev_api *api);

void udev_api_close(struct udev_api *api);
