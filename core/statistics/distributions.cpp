// A thin skin over Boost.Math, so that no other file parses it.
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/statistics/statistics.h"

namespace mlplab {

namespace {

namespace bm = boost::math;

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double student_t_quantile(double probability, double degrees) {
  if (!(probability > 0.0 && probability < 1.0 && degrees > 0.0)) return no_value;
  if (std::isinf(degrees)) return bm::quantile(bm::normal(), probability);
  return bm::quantile(bm::students_t(degrees), probability);
}

double fisher_f_tail(double ratio, double numerator_degrees, double denominator_degrees) {
  if (!(ratio >= 0.0 && numerator_degrees > 0.0 && denominator_degrees > 0.0)) return no_value;
  if (std::isinf(ratio)) return 0.0;
  if (std::isinf(denominator_degrees)) {
    return bm::cdf(bm::complement(bm::chi_squared(numerator_degrees), ratio * numerator_degrees));
  }
  return bm::cdf(bm::complement(bm::fisher_f(numerator_degrees, denominator_degrees), ratio));
}

}  // namespace mlplab
