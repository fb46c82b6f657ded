pkg_check_modules(LIBHEIF IMPORTED_TARGET GLOBAL libheif>=1.15)
if(NOT LIBHEIF_FOUND OR SLUICE_PORTABLE)  # Debian has no archive
    message(STATUS "Without libheif 1.15 or newer: HEIC files are refused. On Debian: apt install libheif-dev")
    sluice_codec_lacks("libheif 1.15 or newer")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBHEIF PKG_CONFIG libheif DEBIAN libheif-dev
    FIND "pkg_check_modules(LIBHEIF REQUIRED IMPORTED_TARGET libheif)")
