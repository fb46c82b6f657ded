pkg_check_modules(LIBAVIF IMPORTED_TARGET GLOBAL libavif>=0.11)
if(NOT LIBAVIF_FOUND OR SLUICE_PORTABLE)  # Debian has no archive
    message(STATUS "Without libavif 0.11 or newer: AVIF files are refused. On Debian: apt install libavif-dev")
    sluice_codec_lacks("libavif 0.11 or newer")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBAVIF PKG_CONFIG libavif DEBIAN libavif-dev
    FIND "pkg_check_modules(LIBAVIF REQUIRED IMPORTED_TARGET libavif)")
