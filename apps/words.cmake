# The manual and the completion of shells: the program prints them as soon as it is built, whichever target was asked for, so
# that it can be installed.
if(CMAKE_CROSSCOMPILING)
    return()
endif()
set(words ${CMAKE_CURRENT_BINARY_DIR}/words)
file(MAKE_DIRECTORY ${words})

# sluice_words(FOLDER FILE WORD...): installs what `sluice WORD...` prints as FOLDER/FILE below share.
function(sluice_words folder file)
    add_custom_command(TARGET sluice_program POST_BUILD VERBATIM COMMENT ""
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${words}/${file} -DPROGRAM=$<TARGET_FILE:sluice_program> "-DWORDS=${ARGN}"
            -P ${CMAKE_CURRENT_SOURCE_DIR}/print_words.cmake)
    install(FILES ${words}/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT program)
endfunction()

sluice_words(man/man1 sluice.1 help --man)
sluice_words(bash-completion/completions sluice completion bash)
sluice_words(zsh/site-functions _sluice completion zsh)
sluice_words(fish/vendor_completions.d sluice.fish completion fish)
