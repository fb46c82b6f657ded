# sluice_stage_files(OUTPUT FOLDER): the .cpp files of FOLDER and of its rooms, such as stages/parts/, each of which defines
# a stage. A folder beside a .cpp of its name is no room: stages/normalize/ is what stages/normalize.cpp is made of.
# Nor is shared/, which is what several are made of.
function(sluice_stage_files output folder)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.cpp)
    foreach(file IN LISTS files)
        cmake_path(GET file PARENT_PATH parent)
        if(NOT EXISTS ${parent}.cpp AND NOT file MATCHES "/shared/")
            list(APPEND found ${file})
        endif()
    endforeach()
    set(${output} ${found} PARENT_SCOPE)
endfunction()

# sluice_stages_table(OUTPUT FILE...): sluice::stage_table(), the stages that the given files define, each with a
# `StageDef <stage>()` in namespace sluice::stages.
function(sluice_stages_table output)
    sluice_functions_table(${output} pipeline/sluice/stages_table.hpp StageDef sluice::stages
        "std::vector<sluice::StageDef> sluice::stage_table()" "<call>" ${ARGN})
endfunction()
