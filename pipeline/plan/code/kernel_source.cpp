#include "pipeline/plan/code/kernel_source.hpp"

#include "kernels/kernels.hpp"
#include "pipeline/plan/primitives/definitions.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace sluice {
namespace {

std::string text_of(const std::string& file, const std::shared_ptr<const std::string>& own = nullptr) {
    if (own) return *own;
    if (const auto text = kernel_text(file)) return *text;
    throw Error(Error::Kind::usage, file, "there is no such kernel text");
}

std::string definition(const KernelSource::Macro& macro) {
    return cat("#define ", macro.name, " ", macro.value, "\n");
}

}  // namespace

void KernelSource::include(const std::string& file, const std::shared_ptr<const std::string>& own) {
    const auto [before, first] = seen_.try_emplace(file, own);
    if (!first) {
        if (own && own != before->second && (!before->second || *own != *before->second))
            throw Error(Error::Kind::usage, file,
                        "two stages bring along different kernel texts of this name");
        return;
    }
    const std::string text = without_includes(text_of(file, own));
    included_ += cat("#line 1 \"", file, "\"\n", text, "\n");
}

// Includes what the lines `#include "kernels/<file>"` name, and empties them, so that lines keep their
// numbers.
std::string KernelSource::without_includes(std::string text) {
    const std::string begins = "#include \"kernels/";
    for (std::size_t at = 0; (at = text.find(begins, at)) != std::string::npos;) {
        const std::size_t name = at + begins.size(), quote = text.find('"', name);
        include(text.substr(name, quote - name));
        text.erase(at, quote + 1 - at);
    }
    return text;
}

void KernelSource::instantiate(const std::string& file, const std::string& prefix,
                               const std::vector<Macro>& macros,
                               const std::shared_ptr<const std::string>& own) {
    const std::string text = text_of(file, own);
    std::string before, behind;
    const auto define = [&](const std::string& name, const std::string& value) {
        before += definition({name, value});
        behind += cat("#undef ", name.substr(0, name.find('(')), "\n");
    };
    std::set<std::string> names;  // several of one: under #if
    const auto definitions = kernel_definitions(file, own);
    for (const Signature& function : definitions->defined.functions) names.insert(function.name);
    for (const std::string& name : names) define(name, cat(prefix, "_", name));
    for (const Macro& macro : macros) define(macro.name, macro.value);
    append(cat(before, "#line 1 \"", file, "\"\n", without_includes(text), "\n", generated_line, behind));
}

std::string KernelSource::filled(const std::string& file, const std::map<std::string, std::string>& parts) {
    std::istringstream lines(without_includes(text_of(file)));
    std::string text = cat("#line 1 \"", file, "\"\n");
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto part = parts.find(line.substr(std::min(line.find_first_not_of(' '), line.size())));
        if (part == parts.end())
            text += line + "\n";
        else if (!part->second.empty())
            text += cat(generated_line, part->second, "#line ", number + 1, " \"", file, "\"\n");
        else
            text += "\n";
    }
    return text + generated_line;
}

std::string KernelSource::part(const std::string& file) {
    return cat("#line 1 \"", file, "\"\n", text_of(file));
}

std::string KernelSource::text() const { return cat(included_, generated_line, macros_, generated_); }

void KernelSource::define(const std::string& name, const std::string& value) {
    macros_ += definition({name, value});
}

void KernelSource::append(const std::vector<Macro>& macros) {
    for (const Macro& macro : macros) generated_ += definition(macro);
}

void KernelParameters::add(const std::string& declaration, KernelArgument argument) {
    declarations_.push_back(declaration);
    arguments_.push_back(std::move(argument));
}

bool KernelParameters::has(const std::string& declaration) const {
    return std::find(declarations_.begin(), declarations_.end(), declaration) != declarations_.end();
}

void KernelParameters::number(const std::string& type, const std::string& name, double value) {
    const auto kind = type == "ulong"    ? NumberArgument::Type::u64
                      : type == "float"  ? NumberArgument::Type::f32
                      : type == "double" ? NumberArgument::Type::f64
                                         : NumberArgument::Type::u32;
    add(cat("const ", type, " ", name), NumberArgument{kind, value, 0, ""});
}

void KernelParameters::number(const std::string& type, const std::string& as, const Primitives& graph,
                              std::size_t node, const std::string& name, bool doubles) {
    if (!names_.insert(as).second) return;
    const double value = number_of(graph, node, name).value();
    const auto kind = type == "int"                   ? NumberArgument::Type::i32
                      : type == "uint"                ? NumberArgument::Type::u32
                      : type == "long"                ? NumberArgument::Type::u64
                      : (type == "float" || !doubles) ? NumberArgument::Type::f32
                                                      : NumberArgument::Type::f64;
    add(cat("const ", type, " ", as), NumberArgument{kind, value, node, name});
}

std::string KernelParameters::declarations(const char* between) const {
    std::string text;
    for (const std::string& declaration : declarations_)
        text += (text.empty() ? std::string() : cat(",", between)) + declaration;
    return text;
}

std::string KernelParameters::names() const {
    std::string text;
    for (const std::string& declaration : declarations_)
        text += (text.empty() ? "" : ", ") + declaration.substr(declaration.find_last_of(" *") + 1);
    return text;
}

std::vector<KernelSource::Macro> table_accessors(const TableLayout& layout, const std::string& prefix,
                                                 const std::string& pointer, bool checked) {
    const auto within = [&](const char* index, std::size_t count) {
        return checked ? cat("min((uint)(", index, "), ", count - 1, "u)") : cat("(", index, ")");
    };
    const auto type = [&](const Field& field) -> std::string {
        constexpr std::array<const char*, 7> names{"uint",  "ulong",  "ulong2", "long",
                                                   "float", "double", "double2"};
        if (field.type == FieldType::f64 && layout.pairs) return "float2";
        return names[static_cast<std::size_t>(field.type)];
    };
    const auto kind = [&](const Field& field) {
        const bool pair = field.type == FieldType::f64x2 || (field.type == FieldType::f64 && layout.pairs);
        return pair ? std::string_view("pair") : name(field.type);
    };
    std::vector<KernelSource::Macro> macros{{cat(prefix, "_channels"), cat(layout.channels.size())},
                                            {cat(prefix, "_rows"), cat(layout.rows)}};
    if (layout.list) macros.push_back({cat(prefix, "_found()"), cat("(*(__global ulong *)(", pointer, "))")});
    for (const Field& field : layout.fields) {
        const std::string name = cat(prefix, "_", field.name);
        const bool many = field.count > 1;
        if (many) macros.push_back({cat(name, "_count"), cat(field.count)});
        const std::string one = cat(within("row", layout.rows), " * ", layout.channels.size(), " + ",
                                    within("channel", layout.channels.size()));
        std::string value = cat(
            "(((__global ", type(field), " *)(", pointer, " + ", layout.offset(field), "))[",
            many ? cat("(size_t)(", one, ") * ", field.count, " + ", within("i", field.count)) : one, "])");
        // As one number, which nobody writes.
        if (checked && field.type == FieldType::u128)
            value = cat("((WIDE)", value, ".y * (WIDE)18446744073709551616.0 + (WIDE)", value, ".x)");
        else if (checked && kind(field) == "pair")
            value = cat("((WIDE)", value, ".x + (WIDE)", value, ".y)");
        macros.push_back({cat(name, many ? "(row, channel, i)" : "(row, channel)"), value});
        macros.push_back({cat(name, "_is_", kind(field)), ""});
    }
    return macros;
}

std::string lane_options(int lanes, int pixels, bool doubles, const DeviceFacts& device) {
    const int width = lanes * pixels;
    const bool fp64 = device.fp64;
    const bool exact = device.exact_division;
    return cat("-D LANES=", lanes, " -D PIXELS=", pixels, " -D VN=", width > 1 ? std::to_string(width) : "",
               " -D REAL=", doubles ? "double" : "float", " -D INT=", doubles ? "long" : "int",
               fp64 ? " -D WIDE=double -D FP64" : " -D WIDE=float",
               doubles ? "" : " -cl-single-precision-constant", " -D WORDS_N=", words_n(device),
               device.packed_minmax ? " -D PTX_U16X2" : "", device.dot_bytes ? " -D PTX_DP4A" : "",
               device.inline_ptx ? " -D PTX" : "",
               exact ? " -cl-fp32-correctly-rounded-divide-sqrt -D EXACT_DIVISION" : "");
}

}  // namespace sluice
