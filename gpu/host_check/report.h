// The report of a checked program: lines of JSON in the file that MLPLAB_CUDA_REPORT names, by its path or as an open
// descriptor (for a process that may open no file for writing); findings as they are found and counts at the end.
// core/cuda_check/report.h reads them. To add a member: Line::add() here, its reader there.
#pragma once

#include <cstdint>
#include <string>

#include "site.h"
#include "types.h"

namespace host_check {

/// One line: an object with a member "record".
class Line {
 public:
  explicit Line(const char* record);
  Line& add(const char* name, long long value);
  Line& add(const char* name, const std::string& text);
  Line& add(const char* name, dim3 index);
  /// As "pc" or "line" and "file", after `prefix`.
  Line& add_site(const std::string& prefix, SiteId id);
  void write() const;

 private:
  std::string text_;
};

struct Spot {
  dim3 block, thread;
};

/// A fault and where it is. core/cuda_check/sentences.cpp lists the codes.
struct Finding {
  const char* code = "";
  SiteId at = 0;
  SiteId other = 0;         // the line that it does not go with
  Spot spot, other_spot;    // the threads at both
  std::string space, name;  // of the memory; '' for none
  long long index = 0;      // of the element, counted in accesses' bytes
  long long bytes = 0;      // of the access
  long long size = 0;       // of the memory, in bytes
  long long count = 0, other_count = 0;
  bool writes = false, other_writes = false;
};

/// Once for every code and pair of sites.
void report(const Finding& finding);
/// How many so far.
int findings();

}  // namespace host_check
