// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/stats.h"

#include "compare/experiment.h"

#define PI 3.14159265358979323846

/*
 * A(t|n), the probability of lying between -t and t. Both series are sums of products in the
 * squared cosine of atan(t / sqrt(n)); the odd one starts at 1, the even one at 1/2.
 */
static double series(unsigned int degrees, double cos2)
{
	double term = 1, sum = 1;

	for (unsigned int k = degrees % 2 == 1 ? 3 : 2; k + 2 <= degrees; k += 2) {
		term *= cos2 * (k - 1) / k;
		sum += term;
	}
	return sum;
}

static double probability_within(const struct math_api *math, unsigned int degrees, double t)
{
	double hypotenuse = degrees + t * t;
	double sine = t / math->sqrt(hypotenuse);
	double cosine = math->sqrt(degrees / hypotenuse);

	if (degrees % 2 == 0)
		return sine * series(degrees, cosine * cosine);
	if (degrees == 1)
		return 2 / PI * math->atan(t);
	return 2 / PI *
	       (math->atan(t / math->sqrt(degrees)) +
	        sine * cosine * series(degrees, cosine * cosine));
}

double student_quantile(const struct math_api *math, unsigned int degrees, double probability)
{
	double low = 0, high = 1;

	while (probability_within(math, degrees, high) < probability)
		high *= 2;
	/* As many halvings as a double has bits */
	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (probability_within(math, degrees, middle) < probability)
			low = middle;
		else
			high = middle;
	}
	return high;
}

double mean_of(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return count > 0 ? sum / (double)count : 0;
}

/* Of a sample: divided by one less than there are. */
static double deviation(const struct math_api *math, const double *values, size_t count)
{
	double mean = mean_of(values, count), sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return count > 1 ? math->sqrt(sum / (double)(count - 1)) : 0;
}

double variation_of(const struct math_api *math, const double *values, size_t count)
{
	double mean = mean_of(values, count);

	return mean > 0 ? deviation(math, values, count) / mean : 0;
}

static struct ratio interval(const struct math_api *math, const double *logs, size_t count)
{
	double mean = mean_of(logs, count);
	double t = student_quantile(math, (unsigned int)count - 1, CONFIDENCE);
	double half = t * deviation(math, logs, count) / math->sqrt((double)count);

	return (struct ratio){ .known = true,
		               .mean = math->exp(mean),
		               .low = math->exp(mean - half),
		               .high = math->exp(mean + half) };
}

struct ratio ratio_of_pairs(const struct math_api *math, const double *base, const double *other,
                            size_t count)
{
	double logs[ROUNDS_MAX];

	if (count < 2 || count > ROUNDS_MAX)
		return (struct ratio){ .known = false };
	for (size_t i = 0; i < count; i++) {
		if (!(base[i] > 0) || !(other[i] > 0))
			return (struct ratio){ .known = false };
		logs[i] = math->log(other[i] / base[i]);
	}
	return interval(math, logs, count);
}

enum comparison ratio_verdict(const struct ratio *ratio)
{
	if (!ratio->known)
		return COMPARISON_UNKNOWN;
	if (ratio->high < 1)
		return COMPARISON_BETTER;
	return ratio->low > 1 ? COMPARISON_WORSE : COMPARISON_NO_DIFFERENCE;
}
