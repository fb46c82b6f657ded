# cmake -DBUILD=<build folder> -DSOURCE=<repository> -DCOMPILER=<c++> -DFLAGS=<flags> -DBUILD_TYPE=<type>
#       -DSHARED=<libsluice.so> -P run.cmake
#
# Installs the build into a scratch prefix, and has applications that know that prefix alone: by CMake, by pkg-config,
# with the shared library, as a plugin. One more has sluice in its own tree, by FetchContent.
cmake_policy(VERSION 3.25)
set(scratch ${BUILD}/package-test)
set(prefix ${scratch}/prefix)
file(REMOVE_RECURSE ${scratch})
set(without_debug -Wl,-S)  # copying that of the archive takes most of the time to link
set(ENV{LDFLAGS} ${without_debug})

function(step)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "failed (${result}): ${command}")
    endif()
endfunction()

function(built source folder)
    step(${CMAKE_COMMAND} -S ${source} -B ${folder} -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
    step(${CMAKE_COMMAND} --build ${folder})
endfunction()

# embed prints what it found in a frame and what became of it.
function(normalizes program)
    execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    if(NOT output STREQUAL "R was 60 to 180, is 0 to 255\nG was 60 to 180, is 0 to 255\nB was 60 to 180, is 0 to 255\n")
        message(FATAL_ERROR "${program}: the frame was not normalized: ${output}")
    endif()
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
foreach(file man/man1/sluice.1 bash-completion/completions/sluice zsh/site-functions/_sluice
        fish/vendor_completions.d/sluice.fish)
    if(NOT EXISTS ${prefix}/share/${file})
        message(FATAL_ERROR "was not installed: share/${file}")
    endif()
endforeach()

# The public headers, and nothing that an application could have too.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/*)
set(public api batch device dlpack error format graph image memory opencl opencv plan session sluice stage stages table trace value version)
list(TRANSFORM public REPLACE "(.+)" "sluice/\\1.hpp")
list(SORT headers)
list(SORT public)
if(NOT headers STREQUAL public)
    message(FATAL_ERROR "installed headers: ${headers}\npublic ones: ${public}")
endif()
list(LENGTH public count)
if(count GREATER 20)
    message(FATAL_ERROR "${count} public headers are more than anybody reads: 20 at most")
endif()

# CMake.
set(embed ${SOURCE}/apps/examples/embed)
built(${embed} ${scratch}/embed)
normalizes(${scratch}/embed/embed)

# Without codecs.
built(${CMAKE_CURRENT_LIST_DIR}/core ${scratch}/core)
step(${scratch}/core/frames)
step(${CMAKE_COMMAND} -DFILES=${scratch}/core/frames -P ${CMAKE_CURRENT_LIST_DIR}/no_codecs.cmake)

# pkg-config.
file(GLOB_RECURSE pc ${prefix}/sluice.pc)
cmake_path(GET pc PARENT_PATH pc)
cmake_path(GET pc PARENT_PATH lib)
set(ENV{PKG_CONFIG_PATH} ${pc}:$ENV{PKG_CONFIG_PATH})
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
function(pkg_config output)
    execute_process(COMMAND pkg-config ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(words UNIX_COMMAND "${text}")
    set(${output} ${words} PARENT_SCOPE)
endfunction()
pkg_config(cflags --cflags sluice)
pkg_config(libs --libs sluice)
step(${COMPILER} -std=c++20 ${flags} ${cflags} -c ${embed}/main.cpp -o ${scratch}/embed.o)
step(${COMPILER} ${flags} ${without_debug} ${scratch}/embed.o ${libs} -Wl,-rpath,${lib} -o ${scratch}/embed-pkg-config)
normalizes(${scratch}/embed-pkg-config)
pkg_config(cflags --cflags sluice-core)
pkg_config(libs --libs sluice-core)
set(frames ${scratch}/frames-pkg-config)
step(${COMPILER} -std=c++20 ${flags} ${cflags} ${without_debug} ${CMAKE_CURRENT_LIST_DIR}/core/frames.cpp ${libs}
    -Wl,-rpath,${lib} -o ${frames})
step(${frames})
step(${CMAKE_COMMAND} -DFILES=${frames} -P ${CMAKE_CURRENT_LIST_DIR}/no_codecs.cmake)

# The shared library, with the same object file.
if(SHARED)
    cmake_path(GET SHARED PARENT_PATH folder)
    step(${COMPILER} ${flags} ${scratch}/embed.o ${SHARED} -Wl,-rpath,${folder} -o ${scratch}/embed-shared)
    normalizes(${scratch}/embed-shared)
endif()

# An application may have the C++ bindings of OpenCL with other settings: sluice must not bring the same functions.
file(GLOB_RECURSE libraries ${prefix}/libsluice*.a ${prefix}/libsluice*.so)
find_program(nm nm REQUIRED)
execute_process(COMMAND ${nm} --defined-only ${libraries} OUTPUT_VARIABLE symbols ERROR_QUIET)
if(NOT symbols MATCHES "sluice")
    message(FATAL_ERROR "nm found no symbols in ${libraries}")
endif()
if(symbols MATCHES "(_Z[A-Z]*2cl[0-9][^\n]*)")
    message(FATAL_ERROR "the libraries define functions of the namespace cl: ${CMAKE_MATCH_1}")
endif()
set(consumers ${scratch}/consumers)
built(${CMAKE_CURRENT_LIST_DIR}/consumers ${consumers})
step(${consumers}/bindings)

# A plugin in a program that uses those bindings without exceptions. Where it has the archive, it shows nothing of that.
step(${consumers}/host ${consumers}/libplugin.so)
execute_process(COMMAND ${nm} -DC --defined-only ${consumers}/libplugin.so OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
file(GLOB archive ${lib}/libsluice.a)
if(NOT symbols MATCHES " T invert_row\n" OR archive AND symbols MATCHES " [A-Za-z] ((typeinfo for |typeinfo name for |vtable for )?sluice::[^\n]*)")
    message(FATAL_ERROR "the plugin shows names of sluice, which another plugin may have too: ${CMAKE_MATCH_1}")
endif()

# In the application's tree, where the application decides what is built. All of sluice is compiled for that: the samples
# of everyday end with the application's own file.
set(fetched ${scratch}/fetched)
step(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/fetched -B ${fetched} -G Ninja -DSLUICE=${SOURCE}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DSLUICE_INSTALL=ON
    -DCMAKE_INSTALL_LIBDIR=lib/of/others -DCMAKE_INSTALL_INCLUDEDIR=include/of/others)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${fetched} --target help OUTPUT_VARIABLE targets
    COMMAND_ERROR_IS_FATAL ANY)
if(targets MATCHES "\n(sluice_program|test_[a-z]+|example_[a-z]+):")
    message(FATAL_ERROR "an application that wants the library builds ${CMAKE_MATCH_1} too")
endif()
step(${CMAKE_COMMAND} --build ${fetched} --target headers)
step(${CMAKE_COMMAND} --install ${fetched} --prefix ${scratch}/nothing)  # whatever was not built
execute_process(COMMAND pkg-config --cflags --libs-only-L ${fetched}/sluice/pipeline/sluice/sluice.pc
    OUTPUT_VARIABLE places COMMAND_ERROR_IS_FATAL ANY)
if(NOT places MATCHES "/include/of/others.*/lib/of/others")
    message(FATAL_ERROR "CMAKE_INSTALL_INCLUDEDIR and CMAKE_INSTALL_LIBDIR are not in sluice.pc: ${places}")
endif()
if(DEFINED ENV{SLUICE_TEST_ALL})
    step(${CMAKE_COMMAND} --build ${fetched} --target embed)
    normalizes(${fetched}/embed)
endif()
