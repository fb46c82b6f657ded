# The package: find_package(sluice CONFIG) gives sluice::sluice and <sluice/sluice.hpp>.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sluice)
configure_package_config_file(sluice-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/sluice-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/sluice-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/sluice-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/sluice-config-version.cmake DESTINATION ${package_dir})
install(EXPORT sluice FILE sluice-targets.cmake NAMESPACE sluice:: DESTINATION ${package_dir})
# At install time, so that the set of headers follows their #include lines.
install(CODE "
    set(ROOT \"${PROJECT_SOURCE_DIR}\")
    set(DESTINATION \"\${CMAKE_INSTALL_PREFIX}/include/sluice\")
    include(\"${CMAKE_CURRENT_SOURCE_DIR}/install_headers.cmake\")")
