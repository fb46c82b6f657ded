#include "pipeline/sluice/batch/name_template.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;

namespace {

std::string expanded(const std::string& text) {
    Diagnostics faults;
    const NameTemplate name = NameTemplate::parse(text, "--name", faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return name.expand({"photo", "jpg", "holidays", 7});
}

std::string fault(const std::string& text) {
    Diagnostics faults;
    NameTemplate::parse(text, "--name", faults);
    return faults.text();
}

}  // namespace

TEST_CASE("fields of a name stand for the parts of an input's name") {
    CHECK(expanded("{stem}.{ext}") == "photo.jpg");
    CHECK(expanded("{parent}-{stem}-{index}.{ext}") == "holidays-photo-7.jpg");
    CHECK(expanded("{index:4}.{ext}") == "0007.jpg");
    CHECK(expanded("{index:1}.{ext}") == "7.jpg");
    CHECK(expanded("edges/{stem}.png") == "edges/photo.png");
    CHECK(expanded("{{{stem}}}.{ext}") == "{photo}.jpg");
    CHECK(expanded("same.PNG") == "same.PNG");
}

TEST_CASE("a name knows the extension that it fixes") {
    Diagnostics faults;
    CHECK(NameTemplate::parse("{stem}.{ext}", "--name", faults).fixed_extension() == "");
    CHECK(NameTemplate::parse("{stem}.png", "--name", faults).fixed_extension() == "png");
    CHECK(NameTemplate::parse("{stem}.JPG", "--name", faults).fixed_extension() == "jpg");
    CHECK(faults.empty());
}

TEST_CASE("a name that cannot be is a fault that says why") {
    CHECK(fault("{stm}.{ext}") ==
          "--name: there is no field {stm}, only {stem}, {ext}, {parent} and {index} (did you mean 'stem'?)");
    CHECK(fault("{stem.png") == "--name: a brace has no counterpart; to write a brace itself, double it");
    CHECK(fault("stem}.png") == "--name: a brace has no counterpart; to write a brace itself, double it");
    const std::string digits = ": only {index} accepts a number of digits, from 1 to 12";
    CHECK(fault("{index:0}.{ext}") == "--name: {index:0}" + digits);
    CHECK(fault("{index:13}.{ext}") == "--name: {index:13}" + digits);
    CHECK(fault("{index:}.{ext}") == "--name: {index:}" + digits);
    CHECK(fault("{index:x}.{ext}") == "--name: {index:x}" + digits);
    CHECK(fault("{stem:3}.{ext}") == "--name: {stem:3}" + digits);
    CHECK(fault("/{stem}.{ext}") == "--name: begins with '/', but must be below the output folder");
    CHECK(fault("../{stem}.{ext}") == "--name: '..' leaves the output folder");
    CHECK(fault("a/../../{stem}.{ext}") ==
          "--name: '..' leaves the output folder\n--name: '..' leaves the output folder");
    for (const char* text :
         {"", "{stem}", "{ext}", "{stem}.", "{stem}.psd", "{stem}.xyz", "png", "{stem}.{ext}.bak"}) {
        INFO(text);
        CHECK(
            fault(text).find("must end in '.{ext}', or in the extension of a format that can be written: ") !=
            std::string::npos);
    }
}
