# cmake -DROOT=<folder> -DNAMES=<file>;<file>... -DHEADER=<file.hpp> -DFUNCTION=<name> -DOUTPUT=<file.cpp> -P embed.cmake
#
# Writes a .cpp that holds the texts of the files in a folder, by their paths there, and defines the function of the
# header that returns them. A text becomes several raw strings of at most 16000 bytes, cut at line ends: a compiler need
# not accept a literal of more than 65536. sluice_embed (floor.cmake) runs it.
set(piece_bytes 16000)
set(table "")
foreach(name IN LISTS NAMES)
    file(READ "${ROOT}/${name}" text)
    string(FIND "${text}" ")__TEXT__\"" found)
    if(NOT found EQUAL -1)
        message(FATAL_ERROR "${name} holds the characters )__TEXT__\" that end its embedded text")
    endif()
    set(pieces "")
    string(LENGTH "${text}" left)
    while(left GREATER 0)
        string(SUBSTRING "${text}" 0 ${piece_bytes} piece)
        string(LENGTH "${piece}" length)
        if(left GREATER length)
            string(FIND "${piece}" "\n" cut REVERSE)
            if(cut EQUAL -1)
                message(FATAL_ERROR "${name} has a line of more than ${piece_bytes} bytes")
            endif()
            math(EXPR length "${cut} + 1")
            string(SUBSTRING "${text}" 0 ${length} piece)
        endif()
        string(SUBSTRING "${text}" ${length} -1 text)
        string(LENGTH "${text}" left)
        string(APPEND pieces "R\"__TEXT__(${piece})__TEXT__\",\n")
    endwhile()
    string(APPEND table "{\"${name}\", text({\n${pieces}})},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by the build from the files in ${ROOT}: do not edit.
#include \"${HEADER}\"

#include <initializer_list>

const std::map<std::string, std::string, std::less<>>& sluice::${FUNCTION}() {
    const auto text = [](std::initializer_list<const char*> pieces) {
        std::string whole;
        for (const char* piece : pieces) whole += piece;
        return whole;
    };
    static const std::map<std::string, std::string, std::less<>> table = {
${table}};
    return table;
}
")
