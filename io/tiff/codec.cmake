# 4.5 is the first whose messages belong to a file, not to the process.
find_package(TIFF 4.5 QUIET)
if(NOT TIFF_FOUND)
    message(STATUS "Without libtiff 4.5 or newer: TIFF files are refused. On Debian: apt install libtiff-dev")
    sluice_codec_lacks("libtiff 4.5 or newer")
    return()
endif()
sluice_codec_uses(TIFF::TIFF PKG_CONFIG libtiff-4 DEBIAN libtiff-dev FIND "find_dependency(TIFF)")

if(SLUICE_PORTABLE)
    # libtiff's archive does not say what it needs.
    pkg_check_modules(TIFF_PARTS REQUIRED libtiff-4)
    list(REMOVE_ITEM TIFF_PARTS_STATIC_LIBRARIES tiff m pthread)
    foreach(part IN LISTS TIFF_PARTS_STATIC_LIBRARIES)
        find_library(TIFF_PART_${part} ${part} REQUIRED)
        target_link_libraries(TIFF::TIFF INTERFACE ${TIFF_PART_${part}})
    endforeach()
endif()
