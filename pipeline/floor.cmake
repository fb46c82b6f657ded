# One CMake target per floor of docs/architecture.md, made of all .cpp files in the floor's folder:
# adding a file edits no CMake file. A floor whose folder holds only headers, or nothing yet, is an
# INTERFACE library, so that other floors can name it all the same.

# Warnings for our own code; libraries that we use are not judged.
function(sluice_compile_options target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${SLUICE_WERROR}>:-Werror>)
    # Some libraries ask for it (Little CMS does on newer systems). A precompiled header and those that use it must be
    # compiled alike, so all are.
    target_compile_options(${target} PRIVATE -pthread)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # What gcc 12 says of inlined std::string and std::vector that is not so (gcc bugs 105651, 105329
        # and kin). clang, newer gcc and AddressSanitizer look for the same faults.
        target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-free-nonheap-object
            -Wno-array-bounds)
        # std::regex and std::optional, gcc bugs 105562 and 80635
        if(CMAKE_CXX_FLAGS MATCHES "-fsanitize" OR CMAKE_BUILD_TYPE STREQUAL "Release")
            target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
        endif()
    endif()
endfunction()

# sluice_precompiled(NAME HEADER...): a target that reads headers once, for those that sluice_reuse gives them. All must
# be compiled with the same options.
function(sluice_precompiled name)
    add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/pipeline/precompiled.cpp)
    sluice_compile_options(${name})
    target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

function(sluice_reuse target precompiled)
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        target_compile_options(${target} PRIVATE -fpch-preprocess)  # else ccache would know no file again
    endif()
endfunction()

# sluice_together(TARGET): several files of a target are compiled as one, in a quarter of the time, most of which goes
# into headers and templates. Names in their anonymous namespaces must not meet. The preset "portable" does without
# it, and without precompiled headers: it shows that each file includes what it needs.
function(sluice_together target)
    if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # takes each file for a header
            target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
        endif()
    endif()
endfunction()

# A third of the time that a file of the library takes.
set(std_headers <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional> <set> <string> <utility>
    <variant> <vector>)
sluice_precompiled(sluice_std ${std_headers})

# sluice_embed(VARIABLE HEADER FUNCTION ROOT FILE...): VARIABLE becomes a .cpp that the build makes of texts below ROOT. It
# defines what HEADER declares: const std::map<std::string, std::string, std::less<>>& FUNCTION(), texts by their paths.
function(sluice_embed variable header function root)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
    # The list itself is a dependency: a file that was removed must leave the library.
    set(list ${CMAKE_CURRENT_BINARY_DIR}/${function}.txt)
    file(CONFIGURE OUTPUT ${list} CONTENT "${ARGN}")
    list(TRANSFORM ARGN PREPEND ${root}/ OUTPUT_VARIABLE files)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DROOT=${root} "-DNAMES=${ARGN}" -DHEADER=${header} -DFUNCTION=${function}
            -DOUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/pipeline/embed.cmake
        DEPENDS ${files} ${list} ${PROJECT_SOURCE_DIR}/pipeline/embed.cmake
        COMMENT "Embedding ${function}"
        VERBATIM)
    set(${variable} ${output} PARENT_SCOPE)
endfunction()

# sluice_floor(NAME FOLDER [INTERNAL] [TOGETHER] [PRECOMPILED target] [EXCLUDE regex] [GENERATED file...] [DEPENDS floor...]
#              [USES library...] [HEADERS library...])
#
#   NAME       target sluice_NAME
#   FOLDER     relative to the repository's root; its .cpp files, those in subfolders too
#   INTERNAL   no part of the library that applications link
#   TOGETHER   several files at a time: sluice_together
#   PRECOMPILED    of other headers than sluice_std has
#   EXCLUDE    files that are no part of the library
#   GENERATED  .cpp files that the build makes
#   DEPENDS    floors below this one that its headers may show
#   USES       libraries that only its .cpp files see
#   HEADERS    the same, of headers alone: users of sluice do not need them
function(sluice_floor name folder)
    cmake_parse_arguments(arg "INTERNAL;TOGETHER" "EXCLUDE;PRECOMPILED" "GENERATED;DEPENDS;USES;HEADERS" ${ARGN})
    set(target sluice_${name})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    if(arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX ${arg_EXCLUDE})
    endif()
    if(sources OR arg_GENERATED)
        add_library(${target} STATIC ${sources} ${arg_GENERATED})
        set(visible PUBLIC)
        sluice_compile_options(${target})
        if(NOT arg_PRECOMPILED)
            set(arg_PRECOMPILED sluice_std)
        endif()
        sluice_reuse(${target} ${arg_PRECOMPILED})
        if(arg_TOGETHER)
            sluice_together(${target})
        endif()
        target_link_libraries(${target} PRIVATE ${arg_USES} ${arg_HEADERS})
        if(NOT arg_INTERNAL)
            set_property(GLOBAL APPEND PROPERTY SLUICE_FLOORS ${target})
            set_property(GLOBAL PROPERTY SLUICE_USES_OF_${target} ${arg_USES})
        endif()
    else()
        add_library(${target} INTERFACE)
        set(visible INTERFACE)
    endif()
    target_compile_features(${target} ${visible} cxx_std_20)
    # Includes are written from the repository's root.
    target_include_directories(${target} ${visible} ${PROJECT_SOURCE_DIR})
    list(TRANSFORM arg_DEPENDS PREPEND sluice_)
    target_link_libraries(${target} ${visible} ${arg_DEPENDS})
endfunction()
