pkg_check_modules(LIBRAW IMPORTED_TARGET GLOBAL libraw_r>=0.20)
if(NOT LIBRAW_FOUND OR SLUICE_PORTABLE)
    message(STATUS "Without LibRaw 0.20 or newer: raw pictures are refused. On Debian: apt install libraw-dev")
    sluice_codec_lacks("LibRaw 0.20 or newer")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBRAW PKG_CONFIG libraw_r DEBIAN libraw-dev
    FIND "pkg_check_modules(LIBRAW REQUIRED IMPORTED_TARGET libraw_r)")
