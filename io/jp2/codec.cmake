pkg_check_modules(LIBOPENJP2 IMPORTED_TARGET GLOBAL libopenjp2>=2.5)
if(NOT LIBOPENJP2_FOUND)
    message(STATUS "Without OpenJPEG 2.5 or newer: JPEG 2000 files are refused. On Debian: apt install libopenjp2-7-dev")
    sluice_codec_lacks("OpenJPEG 2.5 or newer")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBOPENJP2 PKG_CONFIG libopenjp2 DEBIAN libopenjp2-7-dev
    FIND "pkg_check_modules(LIBOPENJP2 REQUIRED IMPORTED_TARGET libopenjp2)")
