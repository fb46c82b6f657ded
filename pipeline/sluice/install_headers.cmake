# Part of the install script. ROOT: the repository; DESTINATION: <prefix>/include/sluice.
# Copies the public headers (pipeline/sluice/*.hpp, and the way in for applications that have an OpenCL
# context) and every header that they include, at any depth, to the same paths below DESTINATION.
cmake_policy(VERSION 3.25)
file(GLOB waiting RELATIVE ${ROOT} ${ROOT}/pipeline/sluice/*.hpp ${ROOT}/pipeline/device/opencl.hpp)
set(seen "")
while(waiting)
    list(POP_FRONT waiting header)
    if(header IN_LIST seen)
        continue()
    endif()
    list(APPEND seen ${header})
    cmake_path(GET header PARENT_PATH folder)
    file(INSTALL ${ROOT}/${header} DESTINATION ${DESTINATION}/${folder})
    file(STRINGS ${ROOT}/${header} includes REGEX "^#include \"")
    list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
    list(APPEND waiting ${includes})
endwhile()
