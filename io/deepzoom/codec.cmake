find_package(ZLIB REQUIRED)
sluice_codec_uses(ZLIB::ZLIB PKG_CONFIG zlib DEBIAN zlib1g-dev FIND "find_dependency(ZLIB)")
