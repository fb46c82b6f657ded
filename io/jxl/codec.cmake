pkg_check_modules(LIBJXL IMPORTED_TARGET GLOBAL libjxl>=0.7)
if(NOT LIBJXL_FOUND OR SLUICE_PORTABLE)  # Debian has no archive
    message(STATUS "Without libjxl 0.7 or newer: JPEG XL files are refused. On Debian: apt install libjxl-dev")
    sluice_codec_lacks("libjxl 0.7 or newer")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBJXL PKG_CONFIG libjxl DEBIAN libjxl-dev
    FIND "pkg_check_modules(LIBJXL REQUIRED IMPORTED_TARGET libjxl)")
