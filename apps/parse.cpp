// From words of the command line to Arguments.
#include "apps/command.hpp"

#include "pipeline/core/message.hpp"

#include <charconv>

namespace sluice::apps {
namespace {

constexpr const char* words_name =
    "words";  // cannot be written by a user: it is taken out of the names below

// The options that every command has.
po::options_description common_options() {
    po::options_description common;
    common.add_options()                              //
        ("help,h", "show this help")                  //
        ("verbose,v", "say more about what is done")  //
        ("quiet,q", "say nothing but errors");
    return common;
}

std::vector<std::string> names(const po::options_description& options) {
    std::vector<std::string> names;
    for (const auto& option : options.options()) names.push_back("--" + option->long_name());
    return names;
}

Error wrong(const std::string& command, const std::string& what) {
    return Error(Error::Kind::usage, "sluice " + command, what + "; see 'sluice help " + command + "'");
}

// "--jsn" as the user wrote it: without a value that follows after "=".
std::string option_word(const std::string& word) { return word.substr(0, word.find('=')); }

void check_words(const Command& command, const std::vector<std::string>& words) {
    if (words.size() > command.max_words) {
        const std::string& extra = words[command.max_words];
        throw wrong(command.name, in_quotes(extra) +
                                      " is one argument too many; a pipeline is one argument: "
                                      "put it in quotes");
    }
    if (words.size() < command.min_words) throw wrong(command.name, "needs " + command.words);
}

}  // namespace

Arguments parse(const Command& command, const std::vector<std::string>& words) {
    po::options_description shown;
    shown.add(command.options).add(common_options());
    po::options_description all;
    all.add(shown).add_options()(words_name, po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add(words_name, -1);
    // Abbreviated options would make every new option a risk for scripts.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

    Arguments arguments;
    arguments.command = command.name;
    try {
        po::store(po::command_line_parser(words).options(all).positional(positional).style(style).run(),
                  arguments.options);
    } catch (const po::unknown_option& fault) {
        const std::string word = option_word(fault.get_option_name());
        throw wrong(command.name, "there is no option " + in_quotes(word) + did_you_mean(word, names(shown)));
    } catch (const po::error& fault) {
        throw wrong(command.name, fault.what());
    }
    if (arguments.has(words_name))
        arguments.words = arguments.options[words_name].as<std::vector<std::string>>();
    arguments.messages = {arguments.has("verbose"), arguments.has("quiet")};
    if (!arguments.has("help")) {
        at_most_one(arguments, {"verbose", "quiet"});
        check_words(command, arguments.words);
    }
    return arguments;
}

std::string command_help(const Command& command) {
    po::options_description shown(100, 50);
    for (const po::options_description& group : {command.options, common_options()})
        for (const auto& option : group.options()) shown.add(option);  // one list, not one below the other
    std::ostringstream text;
    text << "Usage: sluice " << command.name;
    if (!command.words.empty()) text << ' ' << command.words;
    text << " [options]\n\n" << command.summary << "\n";
    if (!command.details.empty()) text << "\n" << command.details << "\n";
    text << "\nOptions:\n" << shown;
    return text.str();
}

Error wrong_arguments(const Arguments& arguments, const std::string& what) {
    return wrong(arguments.command, what);
}

void at_most_one(const Arguments& arguments, const std::vector<std::string>& options) {
    std::string first;
    for (const std::string& option : options) {
        if (!arguments.has(option)) continue;
        if (!first.empty())
            throw wrong_arguments(arguments, "--" + first + " and --" + option + " do not go together");
        first = option;
    }
}

std::size_t whole_number(const Arguments& arguments, const std::string& option, std::size_t low,
                         std::size_t high) {
    const std::string& text = arguments.text(option);
    std::size_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || value < low || value > high)
        throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(text) +
                                             " is no whole number from " + std::to_string(low) + " to " +
                                             std::to_string(high));
    return value;
}

}  // namespace sluice::apps
