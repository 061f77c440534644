// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "util/utc.h"

static void the_same_as_the_c_library(void **state)
{
	(void)state;
	/* 31 days and some seconds at a time, from 1970 to 2170: each month, each leap year. */
	for (time_t when = 0; when < (time_t)200 * 365 * 86400; when += 31 * 86400 / 7 + 61) {
		char ours[32], theirs[32];
		struct tm tm;

		utc_format(when, ours, sizeof(ours));
		gmtime_r(&when, &tm);
		strftime(theirs, sizeof(theirs), "%Y-%m-%dT%H:%M:%SZ", &tm);
		assert_string_equal(ours, theirs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(the_same_as_the_c_library) };

	return RUN(tests);
}
