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

# sluice_library(TARGET [STATIC|SHARED]): the library; without a type as BUILD_SHARED_LIBS says.
function(sluice_library target)
    get_property(floors GLOBAL PROPERTY SLUICE_FLOORS)
    get_property(uses GLOBAL PROPERTY SLUICE_USES)
    list(REMOVE_DUPLICATES uses)
    list(TRANSFORM floors REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
    add_library(${target} ${ARGN} ${objects})
    add_dependencies(${target} sluice_public_headers)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME sluice EXPORT_NAME sluice LINKER_LANGUAGE CXX
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
        target_link_options(${target} INTERFACE -Wl,--exclude-libs,libsluice.a)
    endif()
endfunction()
