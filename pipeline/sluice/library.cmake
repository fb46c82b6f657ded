# The library of applications: the floors as one file, and public headers. Nothing is compiled for it.
set(SLUICE_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
configure_file(version.hpp.in ${SLUICE_INCLUDE_DIR}/sluice/version.hpp @ONLY)
set(parts "")
set(SLUICE_PUBLIC_HEADERS ${SLUICE_INCLUDE_DIR}/sluice/version.hpp)
function(public_header name)
    list(APPEND parts ${ARGN})
    list(APPEND SLUICE_PUBLIC_HEADERS ${SLUICE_INCLUDE_DIR}/sluice/${name}.hpp)
    return(PROPAGATE parts SLUICE_PUBLIC_HEADERS)
endfunction()
include(public_headers.cmake)
list(TRANSFORM parts PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
set(made_headers ${SLUICE_PUBLIC_HEADERS})
list(POP_FRONT made_headers)
add_custom_command(OUTPUT ${made_headers}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DSTAGE_STRUCTS=${STAGE_STRUCTS}
        -DOUTPUT=${SLUICE_INCLUDE_DIR}/sluice -P ${CMAKE_CURRENT_SOURCE_DIR}/make_headers.cmake
    DEPENDS ${parts} public_headers.cmake make_headers.cmake
    COMMENT "Making the public headers"
    VERBATIM)
add_custom_target(sluice_public_headers DEPENDS ${made_headers})

# sluice_library(TARGET [STATIC|SHARED] [CORE]): the library; without a type as BUILD_SHARED_LIBS says. CORE: without the
# codecs and the libraries that they stand on.
function(sluice_library target)
    cmake_parse_arguments(arg "CORE" "" "" ${ARGN})
    get_property(floors GLOBAL PROPERTY SLUICE_FLOORS)
    set(names OUTPUT_NAME sluice EXPORT_NAME sluice)
    set(archive libsluice.a)
    if(arg_CORE)
        list(REMOVE_ITEM floors sluice_codecs)
        list(APPEND floors sluice_no_codecs)
        set(names OUTPUT_NAME sluice_core EXPORT_NAME core)
        set(archive libsluice_core.a)
    endif()
    set(uses "")
    foreach(floor IN LISTS floors)
        get_property(libraries GLOBAL PROPERTY SLUICE_USES_OF_${floor})
        list(APPEND uses ${libraries})
    endforeach()
    list(REMOVE_DUPLICATES uses)
    list(TRANSFORM floors REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
    add_library(${target} ${arg_UNPARSED_ARGUMENTS} ${objects})
    add_dependencies(${target} sluice_public_headers)
    set_target_properties(${target} PROPERTIES ${names} LINKER_LANGUAGE CXX
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${SLUICE_INCLUDE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PRIVATE ${uses})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "SHARED_LIBRARY")
        set(exports ${PROJECT_SOURCE_DIR}/pipeline/sluice/exports.map)
        target_link_options(${target} PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined -Wl,--as-needed)
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports})
    else()
        # Who links the archive into a shared object of its own shows none of our names.
        target_compile_definitions(${target} INTERFACE SLUICE_ARCHIVE)
        target_link_options(${target} INTERFACE -Wl,--exclude-libs,${archive})
    endif()
endfunction()
