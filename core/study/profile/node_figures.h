// The figures of each node of a profiled network: time, operations per second, share of the measured peak. A new
// figure: a member here, a column of node_table() in core/reporting/profile_report.cpp and a member of its JSON.
#pragma once

#include <string>
#include <vector>

#include "core/study/profile/profile_study.h"

namespace mlplab {

struct NodeFigures {
  std::string name, kind;
  Shape shape;  // of what it gives
  std::size_t parameters = 0;
  ProfileNode time;  // per step
  /// The operations in the products of a step, a multiplication and an addition each: forward, and as many again for
  /// each of the gradients of weights and inputs. 0 for kinds without products: memory limits them.
  double flop = 0.0;
  double flop_per_s = 0.0;  // 0 where it cannot be known
  double of_peak = 0.0;     // above 1 where a transform leaves out multiplications; 0 where it cannot be known
};

/// [nodes] of point.model; empty where why_no_nodes() says why.
std::vector<NodeFigures> node_figures(const ProfilePoint& point);
/// '' or why there is no time of single nodes, in one sentence.
std::string why_no_nodes(const ProfilePoint& point);
/// The rest of the step, which belongs to no node.
double rest_s(const StepProfile& profile);

}  // namespace mlplab
