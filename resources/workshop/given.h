// The descriptors that confined_run.cpp gives to a program, which may open no file for writing. To add one: here and in
// its run().
#pragma once

namespace mlplab_workshop {

constexpr int exchange_descriptor = 10, report_descriptor = 11;
constexpr const char* report_ending = ".report";  // behind the program's name

}  // namespace mlplab_workshop
