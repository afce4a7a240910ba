# The headers generated/version.h (version, compiler, flags) and generated/commit.h, for what is recorded with each
# run. The commit is read at every build (write_commit.cmake rewrites its header only when it changed), so it is never
# that of an older configure.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(MLPLAB_BUILD_FLAGS "${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off")
if(NOT MLPLAB_PACKAGE)
  set(MLPLAB_SOURCE_DIR ${CMAKE_SOURCE_DIR})
endif()
configure_file(cmake/version.h.in ${CMAKE_BINARY_DIR}/generated/version.h @ONLY)
add_custom_target(mlplab_commit BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/commit.h
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DTARGET=${CMAKE_BINARY_DIR}/generated/commit.h
          -P ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake
  COMMENT "" VERBATIM)
