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
