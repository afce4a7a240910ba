// The distributions that tests and intervals need, from Boost.Math. Its headers are slow to compile: they stay in
// distributions.cpp. To add one: a function here that gives NaN for parameters that have no meaning.
#pragma once

namespace mlplab {

/// The t with P(T <= t) = probability for Student's distribution with `degrees` > 0; infinite degrees: the normal one.
double student_t_quantile(double probability, double degrees);

/// P(F > ratio) for Fisher's distribution of a ratio of variances; infinite `denominator_degrees`: the denominator is
/// known exactly, and ratio · numerator_degrees is chi-squared.
double fisher_f_tail(double ratio, double numerator_degrees, double denominator_degrees);

}  // namespace mlplab
