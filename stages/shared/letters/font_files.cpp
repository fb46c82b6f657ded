#include "stages/shared/letters/font_files.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/extension.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

namespace sluice::stages {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> plain_fonts{"dejavusans",
                                           "liberationsans-regular",
                                           "notosans-regular",
                                           "opensans-regular",
                                           "roboto-regular",
                                           "freesans",
                                           "arial",
                                           "helvetica",
                                           "segoeui"};

bool is_font(const std::string& file) {
    static const std::set<std::string> extensions{"ttf", "otf", "ttc", "otc"};
    return extensions.count(extension_of(file)) > 0;
}

std::string lower(std::string word) {
    for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return word;
}

std::vector<std::string> font_folders() {
    std::vector<std::string> folders;
    const auto below = [&](const char* variable, const char* folder) {
        const char* root = std::getenv(variable);
        if (root != nullptr && *root != '\0') folders.push_back(std::string(root) + folder);
    };
    below("XDG_DATA_HOME", "/fonts");
    below("HOME", "/.local/share/fonts");
    below("HOME", "/.fonts");
    below("HOME", "/Library/Fonts");
    for (const char* folder :
         {"/usr/local/share/fonts", "/usr/share/fonts", "/Library/Fonts", "/System/Library/Fonts"})
        folders.emplace_back(folder);
    below("WINDIR", "/Fonts");
    return folders;
}

// By their names. Of several the one in the first folder counts, and there the first path.
std::map<std::string, std::string> installed_fonts() {
    std::map<std::string, std::string> fonts;
    for (const std::string& folder : font_folders()) {
        std::set<fs::path> files;
        std::error_code fault;
        fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, fault);
        for (; !fault && at != fs::recursive_directory_iterator(); at.increment(fault))
            if (is_font(at->path().string())) files.insert(at->path());
        for (const fs::path& file : files) fonts.emplace(lower(file.stem().string()), file.string());
    }
    return fonts;
}

}  // namespace

std::string font_file(const std::string& word) {
    if (is_font(word)) return word;
    static const std::map<std::string, std::string> fonts = installed_fonts();
    if (word != "auto") {
        if (const auto found = fonts.find(lower(word)); found != fonts.end()) return found->second;
    } else {
        for (const std::string& name : plain_fonts)
            if (const auto found = fonts.find(name); found != fonts.end()) return found->second;
    }
    std::vector<std::string> names;
    names.reserve(fonts.size());
    for (const auto& [name, file] : fonts) names.push_back(name);
    const std::string which = word == "auto" ? "a plain font" : "a font " + in_quotes(word);
    throw Error(Error::Kind::input, "",
                "finds no file of " + which + " in the folders " + listed(font_folders()) +
                    did_you_mean(word, names) + "; give the path of a .ttf or .otf file: font=FILE");
}

}  // namespace sluice::stages
