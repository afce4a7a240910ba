# Optional parts: MLPLAB_<PART> is AUTO (built where its means are there), ON (an error where they are not) or OFF.
# cmake/find_<PART>.cmake looks for the means and sets `reason`; MLPLAB_WITH_<PART> then says whether the part is built.
function(optional_part part what)
  set(MLPLAB_${part} AUTO CACHE STRING "AUTO|ON|OFF: ${what}")
  set_property(CACHE MLPLAB_${part} PROPERTY STRINGS AUTO ON OFF)
  set_property(GLOBAL APPEND PROPERTY MLPLAB_PARTS ${part})
  set_property(GLOBAL PROPERTY MLPLAB_PART_${part}_WHAT "${what}")
  set(MLPLAB_WITH_${part} FALSE PARENT_SCOPE)
  if(MLPLAB_${part} STREQUAL "OFF")
    set_property(GLOBAL PROPERTY MLPLAB_PART_${part}_REASON "configured with MLPLAB_${part}=OFF")
    return()
  endif()
  include(${CMAKE_SOURCE_DIR}/cmake/find_${part}.cmake)  # sets reason to '' or why not
  if(reason AND MLPLAB_${part} STREQUAL "ON")
    message(FATAL_ERROR "MLPLAB_${part}=ON, but ${reason}")
  endif()
  set_property(GLOBAL PROPERTY MLPLAB_PART_${part}_REASON "${reason}")
  if(NOT reason)
    set(MLPLAB_WITH_${part} TRUE PARENT_SCOPE)
  endif()
endfunction()

# why_not(PART variable): the reason a part was left out, '' where it is in.
function(why_not part variable)
  get_property(reason GLOBAL PROPERTY MLPLAB_PART_${part}_REASON)
  set(${variable} "${reason}" PARENT_SCOPE)
endfunction()
