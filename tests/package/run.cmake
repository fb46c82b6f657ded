# cmake -DBUILD=<build folder> -DSOURCE=<apps/examples/embed> -DCOMPILER=<c++> -DFLAGS=<flags> -DBUILD_TYPE=<type>
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
foreach(file man/man1/sluice.1 bash-completion/completions/sluice zsh/site-functions/_sluice
        fish/vendor_completions.d/sluice.fish)
    if(NOT EXISTS ${scratch}/prefix/share/${file})
        message(FATAL_ERROR "was not installed: share/${file}")
    endif()
endforeach()
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${scratch}/build -G Ninja -DCMAKE_PREFIX_PATH=${scratch}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
step(${CMAKE_COMMAND} --build ${scratch}/build)
execute_process(COMMAND ${scratch}/build/embed OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output STREQUAL "R was 60 to 180, is 0 to 255\nG was 60 to 180, is 0 to 255\nB was 60 to 180, is 0 to 255\n")
    message(FATAL_ERROR "the application's frame was not normalized: ${output}")
endif()

# An application may have the C++ bindings of OpenCL with other settings: sluice must not bring the same functions.
file(GLOB_RECURSE libraries ${scratch}/prefix/libsluice*.a ${scratch}/prefix/libsluice*.so)
find_program(nm nm REQUIRED)
execute_process(COMMAND ${nm} --defined-only ${libraries} OUTPUT_VARIABLE symbols ERROR_QUIET)
if(NOT symbols MATCHES "sluice")
    message(FATAL_ERROR "nm found no symbols in ${libraries}")
endif()
if(symbols MATCHES "(_Z[A-Z]*2cl[0-9][^\n]*)")
    message(FATAL_ERROR "the libraries define functions of the namespace cl: ${CMAKE_MATCH_1}")
endif()
step(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/bindings -B ${scratch}/bindings -G Ninja
    -DCMAKE_PREFIX_PATH=${scratch}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
    -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
step(${CMAKE_COMMAND} --build ${scratch}/bindings)
step(${scratch}/bindings/bindings)
