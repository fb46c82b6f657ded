# cmake -DPROGRAM=<file> -P portable.cmake: fails unless the program needs libc and the OpenCL loader alone.
execute_process(COMMAND readelf -d ${PROGRAM} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[][]" "|" dynamic "${dynamic}")  # brackets would glue the entries of a list together
string(REGEX MATCHALL "\\(NEEDED\\)[^|]*[|][^|]*" needed "${dynamic}")
list(TRANSFORM needed REPLACE ".*[|]" "")
if(NOT needed)
    message(FATAL_ERROR "${PROGRAM} is no dynamic program")
endif()
list(FILTER needed EXCLUDE REGEX "^(libc|libm|ld-linux[^.]*|libOpenCL)\\.so\\.")
if(needed)
    message(FATAL_ERROR "${PROGRAM} needs more than libc, libm and libOpenCL.so.1: ${needed}")
endif()
