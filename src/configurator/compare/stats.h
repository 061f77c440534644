/* SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "compare/math-api.h"
#include "model/words.h"

/* The share of intervals that would hold the true ratio, were the experiment repeated. */
#define CONFIDENCE         0.95
#define CONFIDENCE_PERCENT "95"

/** struct ratio - how many times the one of the other; less is better for all that is measured */
struct ratio {
	bool known; /* not where a value is 0 or missing */
	double mean, low, high;
};

/**
 * student_quantile() - t with which a variable of Student's distribution lies within -t and t
 * @degrees: of freedom, at least 1
 * @probability: of lying there
 *
 * From the finite series for whole degrees of freedom: Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.3 (odd) and 26.7.4 (even), inverted by bisection.
 */
double student_quantile(const struct math_api *math, unsigned int degrees, double probability);

/**
 * ratio_of_pairs() - the paired ratio of @other to @base with its confidence interval
 * @count: pairs, at least 2
 *
 * Ratios are skewed, their logarithms are not: mean and interval are those of the logarithms
 * (a paired t interval), taken back. The mean is therefore the geometric one.
 */
struct ratio ratio_of_pairs(const struct math_api *math, const double *base, const double *other,
                            size_t count);

/** ratio_verdict() - no difference is seen where the interval holds 1 */
enum comparison ratio_verdict(const struct ratio *ratio);

/** mean_of() - arithmetic mean; 0 for no value */
double mean_of(const double *values, size_t count);

/** variation_of() - standard deviation over mean, the noise within one way; 0 for a mean of 0 */
double variation_of(const struct math_api *math, const double *values, size_t count);
