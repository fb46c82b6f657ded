find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
sluice_codec_uses(PNG::PNG ZLIB::ZLIB PKG_CONFIG zlib libpng DEBIAN zlib1g-dev libpng-dev
    FIND "find_dependency(ZLIB)" "find_dependency(PNG)")

# Without libdeflate libpng compresses with zlib.
pkg_check_modules(LIBDEFLATE IMPORTED_TARGET GLOBAL libdeflate)
if(LIBDEFLATE_FOUND)
    sluice_codec_uses(PkgConfig::LIBDEFLATE DEFINES SLUICE_LIBDEFLATE PKG_CONFIG libdeflate DEBIAN libdeflate-dev
        FIND "pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)")
endif()
