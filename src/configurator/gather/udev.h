/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "gather/witness.h"

/**
 * udev_wait_settled() - wait until udev has worked off its events, CPU hotplug's among them
 * @timeout_ms: how long at most, in milliseconds
 *
 * Returns at once where udev is not running. The domains are judged better when all CPUs of one
 * `xl vcpu-set` are online; judged too early they are judged again by the next event.
 */
void udev_wait_settled(int timeout_ms);

/** udev_list_xen_devices() - note the devices on the xen bus as witnesses */
void udev_list_xen_devices(struct witness_list *witnesses);
