// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/experiment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

void compared_name(const struct compared *compared, char name[COMPARED_NAME_SIZE])
{
	const char *mode = wanted_word(compared->mode);

	if (compared->wakeup == WAKEUP_LOCAL)
		snprintf(name, COMPARED_NAME_SIZE, "%s", mode);
	else
		snprintf(name, COMPARED_NAME_SIZE, "%s:%s", mode, wakeup_word(compared->wakeup));
}

/* In the kernel's own domains wake-ups follow the kernel's own levels: there is no switch. */
static int parse_wakeup(struct compared *compared, const char *word)
{
	int wakeup = wakeup_from_word(word);

	if (wakeup < 0 || compared->mode == WANTED_NATIVE)
		return -EINVAL;
	compared->wakeup = (enum wakeup)wakeup;
	return 0;
}

static int parse_compared(struct compared *compared, char *word)
{
	char *colon = strchr(word, ':');
	int mode;

	if (colon)
		*colon = '\0';
	mode = wanted_from_word(word);
	if (mode < 0)
		return -EINVAL;
	*compared = (struct compared){ .mode = (enum wanted)mode, .wakeup = WAKEUP_LOCAL };
	return colon ? parse_wakeup(compared, colon + 1) : 0;
}

/* Read the first of a list. Return: its length, or -EINVAL. */
static int parse_first(struct compared *compared, const char *list)
{
	size_t length = strcspn(list, ",");
	char word[COMPARED_NAME_SIZE];

	if (length >= sizeof(word))
		return -EINVAL;
	text_copy(word, length + 1, list);
	return parse_compared(compared, word) < 0 ? -EINVAL : (int)length;
}

int experiment_parse_modes(struct experiment *experiment, const char *list)
{
	for (experiment->count = 0; experiment->count < COMPARED_MAX; list++) {
		int length = parse_first(&experiment->compared[experiment->count], list);

		if (length < 0)
			return length;
		experiment->count++;
		list += length;
		if (*list == '\0')
			return experiment->count >= 2 ? 0 : -EINVAL;
	}
	return -EINVAL;
}

int experiment_parse_rounds(struct experiment *experiment, const char *number)
{
	size_t digits = strspn(number, "0123456789");
	unsigned long rounds = strtoul(number, NULL, 10);

	if (digits == 0 || number[digits] || rounds < ROUNDS_MIN || rounds > ROUNDS_MAX)
		return -EINVAL;
	experiment->rounds = (unsigned int)rounds;
	return 0;
}

/* 0, 1, n-1, 2, n-2 ...: each difference between neighbours occurs once. */
static unsigned int zigzag(unsigned int n, unsigned int place)
{
	unsigned int step = (place + 1) / 2;

	return place % 2 == 1 ? step : (n - step) % n;
}

unsigned int experiment_at(const struct experiment *experiment, unsigned int round,
                           unsigned int place)
{
	unsigned int n = experiment->count;

	/* An odd number of ways is balanced only together with the same rows backwards. */
	if (n % 2 == 1 && round / n % 2 == 1)
		place = n - 1 - place;
	return (zigzag(n, place) + round) % n;
}

unsigned int experiment_cycle(const struct experiment *experiment)
{
	return experiment->count % 2 == 0 ? experiment->count : 2 * experiment->count;
}

bool experiment_is_balanced(const struct experiment *experiment)
{
	return experiment->rounds % experiment_cycle(experiment) == 0;
}
