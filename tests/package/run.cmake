# cmake -DBUILD=<build folder> -DSOURCE=<tests/package> -DCOMPILER=<c++> -DFLAGS=<flags> -DBUILD_TYPE=<type>
#       -P run.cmake
#
# Installs the build into a scratch prefix, builds the application in SOURCE against that prefix alone
# and runs it.
set(scratch ${BUILD}/package-test)
file(REMOVE_RECURSE ${scratch})

function(step)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "failed (${result}): ${command}")
    endif()
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${scratch}/build -G Ninja -DCMAKE_PREFIX_PATH=${scratch}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
step(${CMAKE_COMMAND} --build ${scratch}/build)
step(${scratch}/build/consumer)
