# The package: find_package(sluice CONFIG) gives sluice::sluice, sluice::core and <sluice/sluice.hpp>. pkg-config calls them
# sluice and sluice-core.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)
get_target_property(type sluice_library TYPE)
set(SLUICE_STATIC OFF)
if(type STREQUAL "STATIC_LIBRARY")
    set(SLUICE_STATIC ON)
endif()
get_property(lines GLOBAL PROPERTY SLUICE_CODECS_FIND)
list(JOIN lines "\n    " SLUICE_FIND_OF_CODECS)
configure_package_config_file(sluice-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/sluice-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/sluice-config-version.cmake
    COMPATIBILITY SameMinorVersion)
sluice_only_if_built(sluice_library development)
install(TARGETS sluice_library EXPORT sluice COMPONENT development)
install(TARGETS sluice_core_library EXPORT sluice_core COMPONENT development)
install(FILES ${SLUICE_PUBLIC_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sluice COMPONENT development)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sluice-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/sluice-config-version.cmake DESTINATION ${package_dir} COMPONENT development)
include(pkg_config.cmake)
install(EXPORT sluice FILE sluice-targets.cmake NAMESPACE sluice:: DESTINATION ${package_dir}
    COMPONENT development)
install(EXPORT sluice_core FILE sluice-core-targets.cmake NAMESPACE sluice:: DESTINATION ${package_dir}
    COMPONENT development)
