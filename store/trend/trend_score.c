/*
 * trend_score.c -- the log-likelihood ratio of two shares; see trends.h.
 */
#include <math.h>

#include "store/trend/trends.h"

/* Returns the part that one cell of the 2 x 2 table adds to the ratio:
 * observed * log(observed / expected). */
static double
trend_score_cell(double observed, double row, double column, double all)
{
	return observed > 0 ? observed * log(observed * all / (row * column))
			    : 0;
}

double
trend_score(int64_t n, int64_t n_all, int64_t before, int64_t before_all)
{
	double a = (double)n, b = (double)before;
	double n1 = (double)n_all, n2 = (double)before_all, all = n1 + n2;

	if (n1 <= 0 || a > n1 || b > n2)
		return 0;
	if (n2 == 0)
		return a;
	if (a / n1 <= b / n2)
		return 0;
	return 2 * (trend_score_cell(a, n1, a + b, all) +
		       trend_score_cell(b, n2, a + b, all) +
		       trend_score_cell(n1 - a, n1, all - a - b, all) +
		       trend_score_cell(n2 - b, n2, all - a - b, all));
}
