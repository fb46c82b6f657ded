# sluice_stage_files(OUTPUT FOLDER): the .cpp files of FOLDER and of its rooms, such as stages/parts/, each of which defines
# a stage. A folder beside a .cpp of its name is no room: stages/normalize/ is what stages/normalize.cpp is made of.
function(sluice_stage_files output folder)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.cpp)
    foreach(file IN LISTS files)
        cmake_path(GET file PARENT_PATH parent)
        if(NOT EXISTS ${parent}.cpp)
            list(APPEND found ${file})
        endif()
    endforeach()
    set(${output} ${found} PARENT_SCOPE)
endfunction()

# sluice_stages_table(OUTPUT FILE...): writes OUTPUT, which defines sluice::stage_table(): the stages
# that the given files define. stages/invert.cpp defines `StageDef invert()` in namespace
# sluice::stages; a name that C++ keeps for itself gets an underscore: stages/union.cpp, `union_`.
function(sluice_stages_table output)
    set(reserved and assert auto bool break case char class const continue default delete do double else
        enum explicit export extern float for goto if inline int long new not operator or private
        protected public register return short signed sizeof static struct switch template this throw
        try typename union unsigned using virtual void volatile while xor)
    foreach(file IN LISTS ARGN)
        cmake_path(GET file STEM name)
        if(name IN_LIST reserved)
            string(APPEND name "_")
        endif()
        string(APPEND declarations "StageDef ${name}();\n")
        string(APPEND calls "        stages::${name}(),\n")
    endforeach()
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Made by the build from the files in stages/: do not edit.
#include "pipeline/sluice/stages_table.hpp"

namespace sluice::stages {
@declarations@}  // namespace sluice::stages

std::vector<sluice::StageDef> sluice::stage_table() {
    return {
@calls@    };
}
]])
endfunction()
