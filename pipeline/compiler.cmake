# sluice and the programs that link it need C++20. Older compilers would end in hundreds of errors.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS ${CMAKE_CXX20_STANDARD_COMPILE_OPTION})
check_cxx_source_compiles("
    #include <charconv>
    #include <concepts>
    #include <span>
    struct Pair { int a = 0, b = 0; bool operator==(const Pair&) const = default; };
    template <std::integral T> bool same(std::span<const T> s) { return s.empty() || Pair{.a = 1} == Pair{.b = 1}; }
    int main() {
        char text[32];
        return same<int>({}) && std::to_chars(text, text + 32, 0.5).ptr == text;
    }" SLUICE_CXX20)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT SLUICE_CXX20)
    message(FATAL_ERROR "sluice needs a compiler and a standard library with C++20, such as gcc 11 or clang 14 and newer; "
        "this is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} (${CMAKE_CXX_COMPILER}). "
        "-DCMAKE_CXX_COMPILER=... names another one; remove the build folder first")
endif()
