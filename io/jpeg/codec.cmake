find_package(JPEG REQUIRED)
sluice_codec_uses(JPEG::JPEG PKG_CONFIG libjpeg DEBIAN libjpeg-dev FIND "find_dependency(JPEG)")
