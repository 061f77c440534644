// SPDX-License-Identifier: GPL-2.0-or-later
#include "domains/span.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BUCKETS 64u
#define FIRST_SPANS   16u
#define FIRST_WORDS   64u

void span_table_release(struct span_table *table)
{
	free(table->spans);
	free(table->pool);
	free(table->buckets);
	memset(table, 0, sizeof(*table));
}

static void trim(const struct cpuset *set, uint16_t *first, uint16_t *count)
{
	size_t low = 0, high = CPUSET_WORDS;

	while (low < high && !set->words[low])
		low++;
	while (high > low && !set->words[high - 1])
		high--;
	*first = (uint16_t)low;
	*count = (uint16_t)(high - low);
}

/* FNV-1a over whole words: distribution is all that matters here. */
static uint64_t hash_words(const uint64_t *words, uint16_t first, uint16_t count)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ first;

	for (uint16_t i = 0; i < count; i++) {
		hash = (hash ^ words[i]) * UINT64_C(0x100000001b3);
		hash ^= hash >> 29;
	}
	return hash;
}

static const uint64_t *words_of(const struct span_table *table, const struct span *span)
{
	return table->pool + span->offset;
}

static bool same(const struct span_table *table, const struct span *span, const uint64_t *words,
                 uint16_t first, uint16_t count)
{
	return span->first == first && span->count == count &&
	       memcmp(words_of(table, span), words, count * sizeof(*words)) == 0;
}

static uint32_t *find_bucket(const struct span_table *table, const uint64_t *words, uint16_t first,
                             uint16_t count)
{
	uint32_t mask = table->bucket_count - 1;
	uint32_t at = (uint32_t)hash_words(words, first, count) & mask;

	while (table->buckets[at] &&
	       !same(table, &table->spans[table->buckets[at] - 1], words, first, count))
		at = (at + 1) & mask;
	return &table->buckets[at];
}

static int rehash(struct span_table *table, uint32_t bucket_count)
{
	uint32_t *buckets = calloc(bucket_count, sizeof(*buckets));

	if (!buckets)
		return -ENOMEM;
	free(table->buckets);
	table->buckets = buckets;
	table->bucket_count = bucket_count;
	for (uint32_t i = 0; i < table->count; i++) {
		const struct span *span = &table->spans[i];

		*find_bucket(table, words_of(table, span), span->first, span->count) = i + 1;
	}
	return 0;
}

static int make_room(struct span_table *table, uint16_t words)
{
	if (table->count == table->allocated) {
		uint32_t more = table->allocated ? table->allocated * 2 : FIRST_SPANS;
		struct span *spans = reallocarray(table->spans, more, sizeof(*spans));

		if (!spans)
			return -ENOMEM;
		table->spans = spans;
		table->allocated = more;
	}
	if (table->pool_used + words > table->pool_allocated) {
		uint32_t more = (table->pool_used + words) * 3 / 2 + FIRST_WORDS;
		uint64_t *pool = reallocarray(table->pool, more, sizeof(*pool));

		if (!pool)
			return -ENOMEM;
		table->pool = pool;
		table->pool_allocated = more;
	}
	if (table->count * 2 >= table->bucket_count)
		return rehash(table, table->bucket_count ? table->bucket_count * 2 : FIRST_BUCKETS);
	return 0;
}

int span_table_add(struct span_table *table, const struct cpuset *set, uint32_t *number)
{
	uint16_t first, count;
	uint32_t *bucket;
	int r;

	trim(set, &first, &count);
	r = make_room(table, count);
	if (r < 0)
		return r;

	bucket = find_bucket(table, set->words + first, first, count);
	if (!*bucket) {
		table->spans[table->count] =
			(struct span){ .offset = table->pool_used, .first = first, .count = count };
		memcpy(table->pool + table->pool_used, set->words + first,
		       count * sizeof(*set->words));
		table->pool_used += count;
		*bucket = ++table->count;
	}
	*number = *bucket - 1;
	return 0;
}

void span_get(const struct span_table *table, uint32_t number, struct cpuset *set)
{
	const struct span *span = &table->spans[number];

	cpuset_clear(set);
	memcpy(set->words + span->first, words_of(table, span), span->count * sizeof(*set->words));
}

bool span_has(const struct span_table *table, uint32_t number, unsigned int cpu)
{
	const struct span *span = &table->spans[number];
	unsigned int word = cpu / 64;

	if (word < span->first || word >= (unsigned int)span->first + span->count)
		return false;
	return words_of(table, span)[word - span->first] >> (cpu % 64) & 1;
}

unsigned int span_first_cpu(const struct span_table *table, uint32_t number)
{
	const struct span *span = &table->spans[number];

	if (span->count == 0)
		return CPU_LIMIT;
	return span->first * 64u + (unsigned int)__builtin_ctzll(words_of(table, span)[0]);
}
