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

# sluice_functions_table(OUTPUT HEADER TYPE NAMESPACE SIGNATURE ENTRY FILE...): writes OUTPUT, which defines the function
# SIGNATURE of HEADER: a container of what the functions of the given files return. invert.cpp defines `TYPE invert()` in
# NAMESPACE; a name that C++ keeps for itself gets an underscore: union.cpp, `union_`. ENTRY is what the container
# holds of one: <name> stands for the name of the file, <call> for what its function returns.
function(sluice_functions_table output header type namespace signature entry)
    set(reserved and assert auto bool break case char class const continue default delete do double else
        enum explicit export extern float for goto if inline int long new not operator or private
        protected public register return short signed sizeof static struct switch template this throw
        try typename union unsigned using virtual void volatile while xor)
    foreach(file IN LISTS ARGN)
        cmake_path(GET file STEM name)
        set(function ${name})
        if(name IN_LIST reserved)
            string(APPEND function "_")
        endif()
        string(APPEND declarations "${type} ${function}();\n")
        string(REPLACE "<name>" ${name} one "${entry}")
        string(REPLACE "<call>" "${namespace}::${function}()" one "${one}")
        string(APPEND entries "        ${one},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Made by the build from the files of a folder: do not edit.
#include "@header@"

namespace @namespace@ {
@declarations@}  // namespace @namespace@

@signature@ {
    return {
@entries@    };
}
]])
endfunction()

# sluice_stages_table(OUTPUT FILE...): sluice::stage_table(), the stages that the given files define, each with a
# `StageDef <stage>()` in namespace sluice::stages.
function(sluice_stages_table output)
    sluice_functions_table(${output} pipeline/sluice/stages_table.hpp StageDef sluice::stages
        "std::vector<sluice::StageDef> sluice::stage_table()" "<call>" ${ARGN})
endfunction()
