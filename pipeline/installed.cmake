# sluice_only_if_built(TARGET COMPONENT): the install rules of this folder that follow are left out, with a word, where the
# target was not built: `cmake --build --target sluice_program` can be installed, without the library.
function(sluice_only_if_built target component)
    install(CODE "
        if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
            message(STATUS \"Not built, so not installed: ${component} (cmake --build ... --target ${target})\")
            return()
        endif()" COMPONENT ${component})
endfunction()
