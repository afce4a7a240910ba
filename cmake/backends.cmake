# The backends' table (core/compute/backend_table.h) is made from these lines; nothing else in the build lists backends.
#   add_backend(openmp SOURCES openmp_backend.cpp [LINK libraries] [OPTIONS compile options])
#     the sources define `mlplab::BackendEntry mlplab::openmp_backend()` ('-' in a name becomes '_')
#   add_absent_backend(openmp TITLE "OpenMP" KIND cpu REASON "…")   for one that this build leaves out; a new reason
#     also goes into the list of core/compute/backend_table.cpp, which is translated
function(add_backend name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;OPTIONS")
  add_library(mlplab_backend_${name} STATIC ${arg_SOURCES})
  target_link_libraries(mlplab_backend_${name} PUBLIC mlplab_core PRIVATE ${arg_LINK})
  target_compile_options(mlplab_backend_${name} PRIVATE -O2 ${arg_OPTIONS})
  set_target_properties(mlplab_backend_${name} PROPERTIES MLPLAB_KERNELS ON)
  string(REPLACE "-" "_" symbol ${name})
  set_property(GLOBAL APPEND PROPERTY MLPLAB_BACKENDS ${name})
  set_property(GLOBAL APPEND PROPERTY MLPLAB_BACKEND_LIBRARIES mlplab_backend_${name})
  set_property(GLOBAL APPEND_STRING PROPERTY MLPLAB_BACKEND_DECLARATIONS "BackendEntry ${symbol}_backend();\n")
  set_property(GLOBAL APPEND_STRING PROPERTY MLPLAB_BACKEND_ENTRIES "      ${symbol}_backend(),\n")
endfunction()

# What some backends have beside training goes into lists of its own: add_provider(MachineRates simd_machine_rates), where
# a source of a backend defines `mlplab::MachineRates mlplab::simd_machine_rates()`. The lists are in core/compute/backends.h.
function(add_provider type symbol)
  set_property(GLOBAL APPEND_STRING PROPERTY MLPLAB_BACKEND_DECLARATIONS "${type} ${symbol}();\n")
  set_property(GLOBAL APPEND_STRING PROPERTY MLPLAB_PROVIDERS_${type} "${symbol}(), ")
endfunction()

function(add_absent_backend name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TITLE;KIND;REASON" "")
  set_property(GLOBAL APPEND PROPERTY MLPLAB_BACKENDS_ABSENT "${name} (${arg_REASON})")
  set_property(GLOBAL APPEND_STRING PROPERTY MLPLAB_BACKEND_ENTRIES
    "      absent_backend(\"${name}\", \"${arg_TITLE}\", BackendKind::${arg_KIND}, R\"(${arg_REASON})\"),\n")
endfunction()

# Library mlplab_backends: every backend, and the list of them that a program passes to set_backends(). Nothing below it may
# use it, which tests/structure/link_test.sh checks.
function(generate_backends)
  get_property(declarations GLOBAL PROPERTY MLPLAB_BACKEND_DECLARATIONS)
  get_property(entries GLOBAL PROPERTY MLPLAB_BACKEND_ENTRIES)
  get_property(libraries GLOBAL PROPERTY MLPLAB_BACKEND_LIBRARIES)
  foreach(type MachineRates DeviceMeters DeviceSums ProductLadder WindowPoolings)
    get_property(${type} GLOBAL PROPERTY MLPLAB_PROVIDERS_${type})
  endforeach()
  configure_file(${CMAKE_SOURCE_DIR}/cmake/all_backends.cpp.in ${CMAKE_BINARY_DIR}/all_backends.cpp @ONLY)
  add_library(mlplab_backends STATIC ${CMAKE_BINARY_DIR}/all_backends.cpp)
  target_link_libraries(mlplab_backends PUBLIC mlplab_core PRIVATE ${libraries})
endfunction()
