// C++, alone and with OpenMP: a kernel is a library of GCC's, checked plain and with its sanitizers.
#include "core/base/language.h"
#include "core/workshop/check.h"
#include "core/workshop/language.h"

namespace mlplab::workshop {
namespace {

Build plain_build() {
  Build build;
  build.id = "plain";
  build.title = to_say("as it is timed");
  build.sources = {"harness.cpp"};
  return build;
}

Build addresses_build() {
  Build build;
  build.id = "addresses";
  build.title = to_say("with AddressSanitizer and UndefinedBehaviorSanitizer");
  build.flags = {"-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"};
  build.sources = {"harness.cpp"};
  build.sanitized = true;
  return build;
}

/// Its process has OpenMP's functions itself (resources/workshop/openmp_threads.cpp), so the library is not linked.
Build races_build() {
  Build build;
  build.id = "races";
  build.title = to_say("with ThreadSanitizer, 3 threads");
  build.flags = {"-O0", "-fsanitize=thread"};
  build.kernel_flags = {"-fopenmp"};
  build.sources = {"harness.cpp", "openmp_threads.cpp"};
  build.fixed_addresses = true;
  build.sanitized = true;
  build.threads = {3};
  build.calls = 1;
  return build;
}

}  // namespace

Language cpp_language() {
  Language language;
  language.name = "cpp";
  language.title = "C++";
  language.ending = ".cpp";
  language.compiler = "g++";
  language.package = "g++";
  language.usual_flags = {"-O2"};
  Build plain = plain_build();
  plain.link_flags = {"-Wl,-z,defs"};
  language.builds = {plain, addresses_build()};
  language.unseen = {
      to_say("shapes and numbers that it does not try"),
      to_say("accesses outside of an array that fall into another array of the kernel's own"),
      to_say("memory that is read before anything was written to it, where the result does not depend on it")};
  language.check = check_compiled;
  return language;
}

Language openmp_language() {
  Language language = cpp_language();
  language.name = "openmp";
  language.title = to_say("C++ with OpenMP");
  Build plain = plain_build();
  plain.kernel_flags = {"-fopenmp"};
  plain.link_flags = {"-fopenmp", "-Wl,-z,defs"};
  plain.threads = {1, 2, 3, 8, 3, 8};  // again: a race need not show the first time
  Build addresses = addresses_build();
  addresses.kernel_flags = {"-fopenmp"};
  addresses.link_flags = {"-fopenmp"};
  addresses.threads = {3};
  language.builds = {plain, addresses, races_build()};
  language.sets_threads = true;
  language.unseen.insert(
      language.unseen.end(),
      {to_say("races with numbers or shapes that it does not try, or between accesses that a lock ordered by chance"),
       to_say("races of tasks, ordered loops and devices: it says so where a kernel has them"),
       to_say("iterations of a simd loop that depend on each other, unless the result is wrong")});
  return language;
}

}  // namespace mlplab::workshop
