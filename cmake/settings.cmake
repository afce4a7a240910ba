# Warnings and sanitizers for every target of the project: link mlplab_settings.
add_library(mlplab_settings INTERFACE)
target_include_directories(mlplab_settings INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(mlplab_settings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
                       -Wno-missing-field-initializers -Wnon-virtual-dtor -Woverloaded-virtual $<$<BOOL:${MLPLAB_WERROR}>:-Werror>)
# GCC 13 takes a reference into a table, found by a name that was made for the call, for one into the name.
target_compile_options(mlplab_settings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-dangling-reference>)
# A kind that a switch forgets is never only a warning: it would compute something else.
target_compile_options(mlplab_settings INTERFACE -Werror=switch)
# The same numbers everywhere: no fused multiply-add unless a kernel writes one.
target_compile_options(mlplab_settings INTERFACE -ffp-contract=off)
# A tenth of GCC's time is collecting garbage in files that fit into memory anyway.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(mlplab_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()
if(MLPLAB_SANITIZE)
  target_compile_options(mlplab_settings INTERFACE -fsanitize=${MLPLAB_SANITIZE} -fno-omit-frame-pointer)
  target_compile_options(mlplab_settings INTERFACE -fno-sanitize-recover=all)
  # GCC 12 takes members of large structures and of std::regex for uninitialised where it is sanitized.
  target_compile_options(mlplab_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  if(MLPLAB_SANITIZE MATCHES address)
    # Checks that are called instead of written out compile in two thirds of the time; where each number of a network is
    # read they would run four times as long. A null pointer ends the program without a check of its own. Only kernels
    # are asked of each pointer whether it is aligned and did not run over: that takes a third of a file's compiling.
    set(not_kernels $<NOT:$<BOOL:$<TARGET_PROPERTY:MLPLAB_KERNELS>>>)
    target_compile_options(mlplab_settings INTERFACE -fno-sanitize=null,object-size
      $<${not_kernels}:-fno-sanitize=alignment,pointer-overflow>
      $<${not_kernels}:--param=asan-instrumentation-with-call-threshold=0>)
  endif()
  target_link_options(mlplab_settings INTERFACE -fsanitize=${MLPLAB_SANITIZE})
endif()
find_package(Threads REQUIRED)
target_link_libraries(mlplab_settings INTERFACE Threads::Threads)
