// From words of the command line to Arguments.
#include "apps/options/meant.hpp"
#include "apps/options/memory_size.hpp"
#include "apps/options/offered.hpp"
#include "apps/program.hpp"
#include "apps/terminal/terminal.hpp"
#include "apps/terminal/wrap.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sluice::apps {
namespace {

constexpr const char* words_name =
    "words";  // cannot be written by a user: it is taken out of the names below

// What switches off flags, beside the options.
po::options_description switches_off(const po::options_description& options) {
    po::options_description off;
    for (const auto& option : options.options())
        if (const std::string name = switched_off_by(*option); !name.empty())
            off.add_options()(name.c_str(), "");
    return off;
}

// The options that every command has.
po::options_description common_options() {
    po::options_description common;
    common.add_options()                //
        ("help,h", "show this help")    //
        ("verbose,v", "print details")  //
        ("quiet,q", "print only errors");
    return common;
}

std::vector<std::string> names(const po::options_description& options) {
    std::vector<std::string> names;
    for (const auto& option : options.options()) names.push_back("--" + option->long_name());
    return names;
}

Error wrong(const std::string& command, const std::string& what) {
    return Error(Error::Kind::usage, called(command),
                 what + "; see '" + called("help") + " " + command + "'");
}

// "--jsn" as the user wrote it: without a value that follows after "=".
std::string option_word(const std::string& word) { return word.substr(0, word.find('=')); }

// "-p, --pipeline", or "--set".
std::string written(const po::option_description& option) {
    const std::string name = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
    const bool is_short = name.starts_with('-') && !name.starts_with("--");
    return (is_short ? name + ", " : "") + "--" + option.long_name();
}

// "-output DIR", which would be -o with the value "utput".
void check_dashes(const Command& command, const std::vector<std::string>& words,
                  const po::options_description& options) {
    for (const std::string& word : words) {
        if (word == "--") return;
        const std::string name = option_word(word);
        if (name.size() < 4 || name[0] != '-' || name[1] == '-') continue;
        if (options.find_nothrow(name.substr(1), false) != nullptr)
            throw wrong(command.name, in_quotes(name) + " is written " + in_quotes("-" + name));
    }
}

// What the parser says of an option, in our words.
std::string words_of(const po::error& error, const po::options_description& options) {
    if (const auto* fault = dynamic_cast<const po::multiple_occurrences*>(&error))
        return fault->get_option_name() + " is given twice";
    const auto* fault = dynamic_cast<const po::invalid_syntax*>(&error);
    if (fault == nullptr) return error.what();
    const std::string name = fault->get_option_name();
    if (fault->kind() == po::invalid_syntax::extra_parameter) return name + " takes no value";
    if (fault->kind() != po::invalid_syntax::missing_parameter &&
        fault->kind() != po::invalid_syntax::empty_adjacent_parameter)
        return error.what();
    const auto* option =
        options.find_nothrow(name.substr(std::min(name.find_first_not_of('-'), name.size())), false);
    if (option == nullptr) return name + " needs a value";
    const std::string value = option->format_parameter();  // "N (=2)"
    return name + " needs a value: " + name + " " + value.substr(0, value.find(" (="));
}

// What `words` of a command are.
std::string meaning(const Command& command) {
    if (takes_pipeline(command)) return ": a .yaml or .json file, or a chain in quotes";
    if (command.words == "PATH...") return ": files or folders";
    return command.offered.empty() ? "" : ": " + listed(command.offered);
}

void check_words(const Command& command, const std::vector<std::string>& words) {
    if (words.size() > command.max_words)
        throw wrong(command.name, in_quotes(words[command.max_words]) + " is one argument too many" +
                                      meant_by_words(command, words));
    if (words.size() < command.min_words)
        throw wrong(command.name,
                    "needs " + command.words.substr(0, command.words.find(" [")) + meaning(command));
}

}  // namespace

bool takes_pipeline(const Command& command) { return command.words.starts_with("PIPELINE"); }

po::options_description all_options(const Command& command) {
    po::options_description all;
    all.add(command.options).add(common_options());
    return all;
}

Arguments parse(const Command& command, const std::vector<std::string>& words) {
    po::options_description shown = all_options(command);
    shown.add(switches_off(shown));
    po::options_description all;
    all.add(shown).add_options()(words_name, po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add(words_name, -1);
    // Abbreviated options would make every new option a risk for scripts.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

    Arguments arguments;
    arguments.command = command.name;
    check_dashes(command, words, shown);
    try {
        po::store(po::command_line_parser(with_sizes_in_one_word(words, all))
                      .options(all)
                      .positional(positional)
                      .style(style)
                      .run(),
                  arguments.options);
    } catch (const po::unknown_option& fault) {
        const std::string word = option_word(fault.get_option_name());
        throw wrong(command.name,
                    "there is no option " + in_quotes(word) + meant_by_option(command, word, names(shown)));
    } catch (const po::error& fault) {
        throw wrong(command.name, words_of(fault, shown));
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

std::string note_on_flags(const Command& command) {
    return switches_off(command.options).options().empty()
               ? ""
               : "--no-NAME switches off the flag --NAME, for example where a pipeline file switches it on.";
}

std::string command_help(const Command& command) {
    const std::size_t columns = help_columns();
    std::vector<std::pair<std::string, std::string>> options;  // with what they do
    std::size_t widest = 0;
    for (const po::options_description& group : {command.options, common_options()})
        for (const auto& option : group.options()) {
            const std::string parameter = option->format_parameter();
            options.emplace_back("  " + written(*option) + (parameter.empty() ? "" : " " + parameter),
                                 option->description());
            widest = std::max(widest, options.back().first.size());
        }
    std::string text = "Usage: " + called(command.name) + (command.words.empty() ? "" : " " + command.words) +
                       " [options]\n";
    text += "\n" + wrapped(command.summary, columns) + "\n";
    if (!command.details.empty()) text += "\n" + wrapped(command.details, columns) + "\n";
    text += "\nOptions:\n";
    // Below the names where there is little room beside them.
    const std::size_t indent = columns < 70 ? 8 : std::min<std::size_t>(widest + 2, 32);
    for (const auto& [name, what] : options) {
        const bool below = name.size() + 2 > indent;
        text += name + (below ? "\n" + std::string(indent, ' ') : std::string(indent - name.size(), ' '));
        text += wrapped(what, columns, indent) + "\n";
    }
    if (const std::string note = note_on_flags(command); !note.empty())
        text += "\n" + wrapped(note, columns) + "\n";
    return text;
}

Error wrong_arguments(const Caller& caller, const Wording& what) {
    return Error(Error::Kind::usage, called(caller.command), what);
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
        throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(text) + " is not an integer from " +
                                             std::to_string(low) + " to " + std::to_string(high));
    return value;
}

}  // namespace sluice::apps
