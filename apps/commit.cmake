# cmake -DSOURCE=<root of the repository> -DGIT=<git, or empty> -DOUTPUT=<file> -P commit.cmake
#
# Writes OUTPUT, a source that defines sluice::apps::commit. A file that would not change is not written, so that
# nothing is built anew.
set(COMMIT unknown)
if(GIT)
    # A tarball inside of another repository is not that repository.
    execute_process(COMMAND ${GIT} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE fault
        OUTPUT_VARIABLE prefix ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(fault EQUAL 0 AND prefix STREQUAL "")
        # Optional locks would be in the way of the user's own git.
        execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 ${GIT} describe --always --dirty --exclude=*
            WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE fault OUTPUT_VARIABLE described ERROR_QUIET
            OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(fault EQUAL 0 AND described MATCHES "^[0-9a-f]+(-dirty)?$")
            set(COMMIT ${described})
        endif()
    endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by the build from git: do not edit.
#include "apps/version.hpp"

const char* const sluice::apps::commit = "@COMMIT@";
]])
