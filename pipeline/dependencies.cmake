# The libraries that sluice stands on, but for those of codecs (io/codecs.cmake). OpenCL is the only one that may be missing: then the floors
# that need it are left out (SLUICE_HAS_OPENCL).
include(GNUInstallDirs)

if(SLUICE_PORTABLE)
    # Archives where there are any; the OpenCL loader has none.
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
    set(Boost_USE_STATIC_LIBS ON)
    add_link_options(-static-libstdc++ -static-libgcc)
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
pkg_check_modules(LIBEXIF REQUIRED IMPORTED_TARGET GLOBAL libexif)
pkg_check_modules(SECCOMP IMPORTED_TARGET GLOBAL libseccomp)  # for batch --isolate
set(SLUICE_HAS_SECCOMP ${SECCOMP_FOUND})
pkg_check_modules(LCMS2 IMPORTED_TARGET GLOBAL lcms2)  # for convert profile=
set(SLUICE_HAS_LCMS ${LCMS2_FOUND})
if(SLUICE_HAS_LCMS AND SLUICE_PORTABLE)
    find_library(LCMS2_ARCHIVE liblcms2.a)  # Debian has none
    if(LCMS2_ARCHIVE)
        set_target_properties(PkgConfig::LCMS2 PROPERTIES INTERFACE_LINK_LIBRARIES ${LCMS2_ARCHIVE})
    else()
        set(SLUICE_HAS_LCMS FALSE)
        message(STATUS "Without an archive of Little CMS: convert profile= is refused")
    endif()
endif()

find_package(yaml-cpp REQUIRED)
if(SLUICE_PORTABLE)
    # Debian's package names the shared library only.
    find_library(YAML_CPP_ARCHIVE libyaml-cpp.a REQUIRED)
    add_library(yaml-cpp::archive STATIC IMPORTED)
    find_path(YAML_CPP_HEADERS yaml-cpp/yaml.h REQUIRED)
    set_target_properties(yaml-cpp::archive PROPERTIES
        IMPORTED_LOCATION ${YAML_CPP_ARCHIVE} INTERFACE_INCLUDE_DIRECTORIES ${YAML_CPP_HEADERS})
    set(SLUICE_YAML yaml-cpp::archive)
elseif(TARGET yaml-cpp::yaml-cpp)  # since 0.8
    set(SLUICE_YAML yaml-cpp::yaml-cpp)
else()
    set(SLUICE_YAML yaml-cpp)
endif()

# stb has no CMake package. Its headers are included as <stb/stb_image.h>; some install them without that folder.
find_path(STB_INCLUDE_DIR stb/stb_image.h)
if(NOT STB_INCLUDE_DIR)
    find_path(STB_HEADERS stb_image.h REQUIRED)
    set(STB_INCLUDE_DIR ${PROJECT_BINARY_DIR}/stb_folder)
    file(MAKE_DIRECTORY ${STB_INCLUDE_DIR})
    file(CREATE_LINK ${STB_HEADERS} ${STB_INCLUDE_DIR}/stb SYMBOLIC)
endif()
add_library(sluice_stb INTERFACE)
target_include_directories(sluice_stb SYSTEM INTERFACE ${STB_INCLUDE_DIR})

set(SLUICE_HAS_OPENCL FALSE)
if(NOT SLUICE_OPENCL STREQUAL "OFF")
    find_package(OpenCLICDLoader CONFIG QUIET)
    if(NOT TARGET OpenCL::OpenCL)
        find_package(OpenCL QUIET)
    endif()
    find_package(OpenCLHeaders CONFIG QUIET)
    find_package(OpenCLHeadersCpp CONFIG QUIET)
    if(TARGET OpenCL::OpenCL AND TARGET OpenCL::HeadersCpp)
        set(SLUICE_HAS_OPENCL TRUE)
        if(SLUICE_APPS)
            find_package(Boost 1.70 CONFIG REQUIRED COMPONENTS program_options)
        endif()
    elseif(SLUICE_OPENCL STREQUAL "ON")
        message(FATAL_ERROR "SLUICE_OPENCL=ON, but there is no OpenCL ICD loader or no OpenCL-CLHPP. "
            "On Debian: apt install ocl-icd-opencl-dev opencl-clhpp-headers")
    endif()
endif()
if(NOT SLUICE_HAS_OPENCL)
    message(STATUS "Without OpenCL: pipeline/device, run, batch, sluice and apps, and their tests, are left out")
endif()
