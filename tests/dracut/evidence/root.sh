#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# No root file system is ever wanted, but dracut would not start without knowing one.
# shellcheck disable=SC2034 # for dracut
root=/dev/none
rootok=1
