#include "apps/version.hpp"

#include "io/libraries.hpp"
#include "pipeline/core/message.hpp"

#include <boost/version.hpp>
#include <nlohmann/json.hpp>
#include <sluice/version.hpp>

#include <algorithm>
#include <vector>

namespace sluice::apps {
namespace {

// "Boost 1.74" of "1_74".
std::string boost() {
    std::string version = BOOST_LIB_VERSION;
    std::replace(version.begin(), version.end(), '_', '.');
    return "Boost " + version;
}

std::string json_library() {
    return "nlohmann json " + std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
           std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." + std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

// What CMake found; it may not know the version.
std::string built_with(const std::string& name, const std::string& version) {
    return version.empty() ? name : name + " " + version;
}

}  // namespace

std::string version_number() { return SLUICE_VERSION_TEXT; }

std::string version_text(const std::string& commit) {
    std::vector<std::string> libraries = {built_with("OpenCL", SLUICE_OPENCL_VERSION)};
    for (std::string& library : picture_libraries()) libraries.push_back(std::move(library));
    libraries.push_back(built_with("yaml-cpp", SLUICE_YAML_VERSION));
    libraries.push_back(boost());
    libraries.push_back(json_library());
    return "sluice " + version_number() + "\ncommit: " + commit + "\nlibraries: " + listed(libraries) + "\n";
}

}  // namespace sluice::apps
