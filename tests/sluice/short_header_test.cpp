#include "kernels/kernels.hpp"
#include "pipeline/device/program/builtins.hpp"
#include "pipeline/graph/opencl/signature.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>

using namespace sluice;

TEST_CASE("the short header has what the kernels name, so that none of them needs the driver's") {
    const std::set<std::string> keywords{"asm",    "defined", "for",      "if",   "return",
                                         "sizeof", "switch",  "volatile", "while"};
    const std::string nothing = short_header("");
    const std::regex call(R"(\b([a-z_][a-z_0-9]*)\()");
    for (const std::string& name : kernel_names()) {
        if (name.find('/') != std::string::npos || name == "builtins.clh") continue;
        const std::string text = kernel_text(name).value();
        for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
            const std::string word = (*at)[1];
            if (!is_opencl_name(word) || keywords.count(word) > 0 || word.rfind("as_", 0) == 0 ||
                word.rfind("__", 0) == 0)
                continue;
            INFO(name << ": " << word);
            CHECK(short_header(word).size() > nothing.size());
        }
    }
}
