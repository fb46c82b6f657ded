#include "pipeline/graph/kernel/match.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/opencl/signature.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace sluice {
namespace {

bool is_of_tables(KernelKind kind) { return kind == KernelKind::reduce || kind == KernelKind::table; }

// What its definition begins with.
std::string example_of(const KernelDeclaration& declared) {
    const std::string& name = declared.name;
    switch (declared.kind) {
        case KernelKind::point: return "V " + name + "(V v)";
        case KernelKind::stencil: return "V " + name + "(SRC src)";
        case KernelKind::source: return "V " + name + "(V X, V Y)";
        case KernelKind::reduce:
            return "void " + name + "(int row, int channel, TABLE stats, TABLE " + declared.output.name + ")";
        case KernelKind::table:
            return "void " + name + "(int row, int channel, TABLE " +
                   (declared.inputs.empty() ? "stats" : declared.inputs[0].name) + ", TABLE " +
                   declared.output.name + ")";
    }
    return "";
}

// The numbers that a function may take beside parameters.
std::set<std::string> numbers_beside(KernelKind kind) {
    if (is_of_tables(kind)) return {};
    if (kind == KernelKind::source) return {"white"};
    return {"white", "width", "height", "channels"};
}

class Matching {
public:
    Matching(const KernelDeclaration& declared, const Definitions& text, Diagnostics& faults)
        : decl_(declared), text_(text), faults_(faults) {}

    void run() {
        const auto& all = text_.functions;
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Signature& s) { return s.name == decl_.name; });
        if (found == all.end())
            return faults_.error(
                decl_.place("name"), decl_.name,
                "the text does not define the function; write " + example_of(decl_) + " { ... }");
        function_ = &*found;
        check_argument_types(*function_, faults_);
        const std::string result = is_of_tables(decl_.kind) ? "void" : "V";
        if (function_->result != result)
            fault("the function of a " + std::string(name(decl_.kind)) + " gives " + result + ", not " +
                  function_->result + ": " + example_of(decl_));
        for (std::size_t i = 0; i < function_->arguments.size(); ++i) argument(i);
        first_argument();
        unused();
        reads();
    }

private:
    void fault(const std::string& what) {
        faults_.error({function_->file, function_->line, 0}, decl_.name, what);
    }

    const PortDecl* port(const std::string& wanted) const {
        const auto at = std::find_if(decl_.inputs.begin(), decl_.inputs.end(),
                                     [&](const PortDecl& p) { return p.name == wanted; });
        return at == decl_.inputs.end() ? nullptr : &*at;
    }
    bool is_field(const std::string& wanted) const {
        return std::any_of(decl_.inputs.begin(), decl_.inputs.end(), [&](const PortDecl& p) {
            return std::count(p.fields.begin(), p.fields.end(), wanted) > 0;
        });
    }

    void argument(std::size_t i) {
        const Argument& argument = function_->arguments[i];
        const std::string& type = argument.type;
        for (const char* other : {"LIST", "PICTURE", "__global uint*", "__local ulong*"})
            if (type == other)
                return fault("argument '" + argument.name + "' cannot be " + type +
                             "; a kernel of one's own takes " +
                             (is_of_tables(decl_.kind) ? "TABLE" : "V, VI, SRC") +
                             ", REAL, float, int, uint and long");
        if (is_of_tables(decl_.kind)) return of_table(argument);
        if (type == "TABLE")
            return fault("argument '" + argument.name +
                         "' cannot be TABLE here; name a field of the table, as V");
        if (type == "SRC" && (decl_.kind != KernelKind::stencil || i > 0))
            return fault(decl_.kind == KernelKind::stencil
                             ? "SRC must be the first argument"
                             : "only a stencil reads neighbours with SRC; change 'kind', or write V");
        if (type == "SRC" || (i == 0 && decl_.kind == KernelKind::point)) return;
        if (argument.name == "X" || argument.name == "Y") {
            if (type != "V" && type != "VI")
                fault("argument '" + argument.name + "' is V or VI: the column or row of each pixel");
            return;
        }
        if (const PortDecl* input = port(argument.name)) {
            if (!input->is_image() || type != "V")
                fault("argument '" + argument.name + "' is an image, so it is V; fields of tables are named");
            return;
        }
        if (type == "VI") return fault("argument '" + argument.name + "' cannot be VI; only X and Y can");
        if (type == "V" && is_field(argument.name)) return;
        is_number(argument);
    }

    void of_table(const Argument& argument) {
        const bool places = argument.name == "row" || argument.name == "channel";
        if (places && argument.type == "int") return;
        if (argument.type == "V" || argument.type == "VI" || argument.type == "SRC")
            return fault("argument '" + argument.name + "' cannot be " + argument.type +
                         ": a table's function works on numbers, for one row and channel at a time");
        if (argument.type != "TABLE") return is_number(argument);
        std::vector<std::string> tables{decl_.output.name};
        for (const PortDecl& input : decl_.inputs)
            if (decl_.kind == KernelKind::table) tables.push_back(input.name);
        if (decl_.kind == KernelKind::reduce) tables.emplace_back("stats");
        if (std::find(tables.begin(), tables.end(), argument.name) == tables.end())
            fault("there is no table '" + argument.name + "'" + did_you_mean(argument.name, tables) +
                  "; there are: " + listed(tables));
    }

    void is_number(const Argument& argument) {
        const std::set<std::string> beside = numbers_beside(decl_.kind);
        if (decl_.param(argument.name) != nullptr || beside.contains(argument.name)) return;
        std::vector<std::string> names(beside.begin(), beside.end());
        for (const ParamDecl& param : decl_.params) names.push_back(param.name);
        for (const PortDecl& input : decl_.inputs) {
            if (!is_of_tables(decl_.kind) && input.is_image()) names.push_back(input.name);
            names.insert(names.end(), input.fields.begin(), input.fields.end());
        }
        const std::string near = did_you_mean(argument.name, names);
        fault("argument '" + argument.name + "' is not declared" +
              (near.empty() ? "; declare it under 'params', or take one of: " + listed(names) : near));
    }

    void first_argument() {
        const auto& all = function_->arguments;
        const bool src = !all.empty() && all.front().type == "SRC";
        if (decl_.kind == KernelKind::stencil && !src)
            fault("the first argument of a stencil is SRC src: " + example_of(decl_));
        if (decl_.kind == KernelKind::point &&
            (all.empty() || all.front().type != "V" || all.front().name == "X" || all.front().name == "Y"))
            fault("the first argument of a point is the image, V: " + example_of(decl_));
        if (is_of_tables(decl_.kind) && function_->argument(decl_.output.name) == nullptr)
            fault("it must take the table that it fills, TABLE " + decl_.output.name + ": " +
                  example_of(decl_));
    }

    // What is declared and has no effect.
    void unused() {
        std::set<std::string> used;
        const auto add = [&](const Formula& formula) { used.merge(names_in(formula)); };
        for (const auto* region : {&decl_.reach, &decl_.region})
            if (*region) std::for_each((*region)->begin(), (*region)->end(), add);
        for (const auto* size : {&decl_.width, &decl_.height, &decl_.channels})
            if (*size) add(**size);
        for (const ParamDecl& param : decl_.params) {
            const Place place = decl_.place("params." + param.name);
            if (param.live && used.contains(param.name))
                faults_.error(place, "params." + param.name,
                              "it cannot be live, because the formula of a size or a region depends on it");
            if (function_->argument(param.name) == nullptr && !used.contains(param.name) &&
                decl_.sampling != param.name)
                faults_.error(
                    place, "params." + param.name,
                    "it is never used; take it as an argument, REAL " + param.name + ", or leave it out");
        }
    }

    void reads() {
        std::set<std::string> words;
        for (const Signature& function : text_.functions)
            words.insert(function.words.begin(), function.words.end());
        const auto need = [&](const char* word, bool allowed, const std::string& what) {
            if (words.contains(word) && !allowed) fault(std::string(word) + " " + what);
        };
        if (decl_.kind != KernelKind::stencil) {
            for (const char* word : {"AT", "TEXEL", "SAMPLE"})
                need(word, false, "reads neighbours; only a stencil can");
            return;
        }
        need("AT", decl_.reach.has_value(), "needs 'reach', the distance that it reads");
        need("TEXEL", !decl_.reach,
             "needs 'region' in the place of 'reach'; 'region: all' is the whole image");
        need("SAMPLE", !decl_.reach,
             "needs 'region' in the place of 'reach'; 'region: all' is the whole image");
        need("SAMPLE", !decl_.sampling.empty(), "needs 'sample': nearest, linear or cubic");
        if (!decl_.sampling.empty() && !words.contains("SAMPLE"))
            faults_.error(decl_.place("sample"), "sample", "the function does not call SAMPLE");
        if (decl_.reach && !words.contains("AT"))
            faults_.error(decl_.place("reach"), "reach",
                          "the function does not read with AT; a point needs no reach");
    }

    const KernelDeclaration& decl_;
    const Definitions& text_;
    Diagnostics& faults_;
    const Signature* function_ = nullptr;
};

}  // namespace

void match_function(const KernelDeclaration& declared, const std::string& text, Diagnostics& faults) {
    Matching(declared, parse_definitions(text, declared.name + ".cl", faults), faults).run();
}

}  // namespace sluice
