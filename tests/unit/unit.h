/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RUN(tests) cmocka_run_group_tests(tests, NULL, NULL)

/* cmocka compares floats, which are too coarse for statistics. */
#define assert_near(a, b, distance) assert_true((a) - (b) < (distance) && (b) - (a) < (distance))
