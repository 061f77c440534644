// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/utc.h"

#include <stdio.h>

#define DAY_SECONDS      86400
#define ERA_DAYS         146097 /* 400 years, after which the calendar repeats */
#define CENTURY_DAYS     36524
#define FOUR_YEAR_DAYS   1461
#define EPOCH_FROM_MARCH 719468 /* days from 1 March of year 0 to 1 January 1970 */

struct date {
	long year, month, day;
};

/*
 * Years are counted from March, so that the day that leap years have is the last of its year; the
 * lengths of the months from March on then follow (153 m + 2) / 5.
 */
static struct date date_of(long days)
{
	long shifted = days + EPOCH_FROM_MARCH;
	long era = shifted / ERA_DAYS;
	long day_of_era = shifted % ERA_DAYS;
	long year = (day_of_era - day_of_era / (FOUR_YEAR_DAYS - 1) + day_of_era / CENTURY_DAYS -
	             day_of_era / (ERA_DAYS - 1)) /
	            365;
	long day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
	long month = (5 * day_of_year + 2) / 153;

	return (struct date){
		.year = era * 400 + year + (month >= 10),
		.month = month < 10 ? month + 3 : month - 9,
		.day = day_of_year - (153 * month + 2) / 5 + 1,
	};
}

void utc_format(time_t when, char *text, size_t size)
{
	struct date date = date_of((long)(when / DAY_SECONDS));
	long second = (long)(when % DAY_SECONDS);

	snprintf(text, size, "%04ld-%02ld-%02ldT%02ld:%02ld:%02ldZ", date.year, date.month,
	         date.day, second / 3600, second / 60 % 60, second % 60);
}
