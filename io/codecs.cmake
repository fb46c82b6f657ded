# Finds the codecs: the folders of io/ with a codec.cpp. A codec.cmake beside it looks for what the codec stands on:
#
#   sluice_codec_uses(TARGET... [DEFINES NAME...] [PKG_CONFIG MODULE...] [DEBIAN PACKAGE...] [FIND LINE...])
#       what it links, macros for its code, and how those who link an archive of sluice find the same:
#       modules of pkg-config, packages of Debian, lines of sluice-config.cmake
#   sluice_codec_lacks("libtiff 4.5 or newer")
#       a library is missing: of the folder only codec.cpp is built, with SLUICE_LACKS as this text, for Codec::missing
#
# Included by the root: whoever links sluice_io must see the imported targets.
function(sluice_codec_uses)
    cmake_parse_arguments(arg "" "" "DEFINES;PKG_CONFIG;DEBIAN;FIND" ${ARGN})
    set_property(GLOBAL APPEND PROPERTY SLUICE_CODECS_LINK ${arg_UNPARSED_ARGUMENTS})
    foreach(word DEFINES PKG_CONFIG DEBIAN FIND)
        set_property(GLOBAL APPEND PROPERTY SLUICE_CODECS_${word} ${arg_${word}})
    endforeach()
endfunction()

function(sluice_codec_lacks library)
    set_property(GLOBAL PROPERTY SLUICE_CODEC_${codec}_LACKS ${library})
endfunction()

# sluice_codec_folders(OUTPUT FOLDER): those of FOLDER that hold a codec.
function(sluice_codec_folders output folder)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*/codec.cpp)
    list(TRANSFORM files REPLACE "/codec.cpp$" "")
    set(${output} ${files} PARENT_SCOPE)
endfunction()

# sluice_find_codecs(FOLDER...): includes their codec.cmake. A macro, so that what they find is the caller's.
macro(sluice_find_codecs)
    foreach(folder ${ARGN})
        cmake_path(GET folder FILENAME codec)
        include(${folder}/codec.cmake OPTIONAL)
    endforeach()
endmacro()

# sluice_codecs_table(OUTPUT FOLDER...): writes sluice::codecs_table(). Called where the codecs are compiled.
function(sluice_codecs_table output)
    foreach(folder IN LISTS ARGN)
        cmake_path(GET folder FILENAME codec)
        get_property(lacks GLOBAL PROPERTY SLUICE_CODEC_${codec}_LACKS)
        if(lacks)
            file(GLOB rest CONFIGURE_DEPENDS ${folder}/*.cpp)
            list(REMOVE_ITEM rest ${folder}/codec.cpp)
            set_source_files_properties(${rest} PROPERTIES HEADER_FILE_ONLY ON)
            set_source_files_properties(${folder}/codec.cpp PROPERTIES COMPILE_DEFINITIONS
                "SLUICE_LACKS=\"${lacks}\"")
        endif()
    endforeach()
    sluice_functions_table(${output} io/codecs_table.hpp std::vector<Codec> sluice::formats
        "std::vector<std::vector<sluice::Codec>> sluice::codecs_table()" "<call>" ${ARGN})
endfunction()

sluice_codec_folders(sluice_codec_folders ${PROJECT_SOURCE_DIR}/io)
sluice_find_codecs(${sluice_codec_folders})
