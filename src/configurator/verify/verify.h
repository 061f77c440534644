/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>

#include "model/facts.h"
#include "model/pairs.h"

/**
 * verify_as_decided() - whether the domains built now are what a record says was decided
 * @record: a usable record of this boot
 * @facts: the present
 */
bool verify_as_decided(const struct pairs *record, const struct facts *facts);
