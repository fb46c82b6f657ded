pkg_check_modules(LIBWEBP IMPORTED_TARGET GLOBAL libwebp)
if(NOT LIBWEBP_FOUND)
    message(STATUS "Without libwebp: WebP files are refused. On Debian: apt install libwebp-dev")
    sluice_codec_lacks("libwebp")
    return()
endif()
sluice_codec_uses(PkgConfig::LIBWEBP PKG_CONFIG libwebp DEBIAN libwebp-dev
    FIND "pkg_check_modules(LIBWEBP REQUIRED IMPORTED_TARGET libwebp)")

if(SLUICE_PORTABLE)
    # Since 1.3 the archive needs that of sharpyuv.
    set(parts ${LIBWEBP_STATIC_LIBRARIES})
    list(REMOVE_ITEM parts webp m pthread)
    foreach(part IN LISTS parts)
        find_library(LIBWEBP_PART_${part} ${part} REQUIRED)
        target_link_libraries(PkgConfig::LIBWEBP INTERFACE ${LIBWEBP_PART_${part}})
    endforeach()
endif()
