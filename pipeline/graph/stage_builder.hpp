// The words in which a stage declares itself:
//
//   struct Gamma { double exponent = 1; };
//   StageDef gamma() {
//       return point<Gamma>("gamma", "Raises every channel to a power.")
//           .param("exponent", &Gamma::exponent, "1 leaves the image as it is.", range(0.01, 100), live)
//           .function("gamma");
//   }
//
// A stage's parameters are a plain struct; its initialisers are the defaults. Callbacks get it filled.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/graph/stage.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace sluice {

// --- traits of parameters --------------------------------------------------------------------------

// These are words of the declarations, written like functions.
// NOLINTBEGIN(readability-identifier-naming)
struct live_t {};
inline constexpr live_t live;  // may change between frames
struct required_t {};
inline constexpr required_t required;  // has no default
struct path_t {};
inline constexpr path_t path;  // the text names a file

struct range {  // inclusive
    double low, high;
    range(double low_, double high_) : low(low_), high(high_) {}
};
struct at_least {
    double low;
    explicit at_least(double low_) : low(low_) {}
};
struct choices {
    std::vector<std::string> names;
    choices(std::initializer_list<std::string> names_) : names(names_) {}
};
struct keyword {  // a word that may stand in the place of a number or a list
    std::string word;
    explicit keyword(std::string word_) : word(std::move(word_)) {}
};
struct count {  // of a list
    std::size_t low, high;
    count(std::size_t low_, std::size_t high_) : low(low_), high(high_) {}
};
struct unit {
    std::string text;
    explicit unit(std::string text_) : text(std::move(text_)) {}
};

// NOLINTEND(readability-identifier-naming)

inline void apply(ParamDecl& p, live_t) { p.live = true; }
inline void apply(ParamDecl& p, required_t) { p.required = true; }
inline void apply(ParamDecl& p, path_t) { p.type = ParamType::path; }
inline void apply(ParamDecl& p, const range& r) { p.low = r.low, p.high = r.high; }
inline void apply(ParamDecl& p, const at_least& r) { p.low = r.low; }
inline void apply(ParamDecl& p, const choices& c) {
    p.choices = c.names;
    p.type = p.type == ParamType::choices ? ParamType::choices : ParamType::choice;
}
inline void apply(ParamDecl& p, const keyword& k) { p.keywords.push_back(k.word); }
inline void apply(ParamDecl& p, const count& c) { p.min_count = c.low, p.max_count = c.high; }
inline void apply(ParamDecl& p, const unit& u) { p.unit = u.text; }

// --- fields of parameter structs -------------------------------------------------------------------
// bool, integers, floats, std::string, lists, Rect, Grid, ValueRange, enums that have names (any of them, or
// the `choices` that are named); std::optional<T> is empty when the value is a keyword such as "auto".

template <class T>
struct ParamField;

template <>
struct ParamField<bool> {
    static constexpr ParamType type = ParamType::boolean;
    static Value value(bool v) { return v; }
    static bool from(const Value& v) { return std::get<bool>(v); }
};
template <std::integral T>
struct ParamField<T> {
    static constexpr ParamType type = ParamType::integer;
    static Value value(T v) { return static_cast<std::int64_t>(v); }
    static T from(const Value& v) { return static_cast<T>(std::get<std::int64_t>(v)); }
};
template <std::floating_point T>
struct ParamField<T> {
    static constexpr ParamType type = ParamType::number;
    // The default 0.1f means 0.1 in messages and pages, not 0.10000000149.
    static Value value(T v) {
        char text[32];
        double decimal = 0;
        std::from_chars(text, std::to_chars(text, text + sizeof text, v).ptr, decimal);
        return decimal;
    }
    static T from(const Value& v) { return static_cast<T>(std::get<double>(v)); }
};
template <>
struct ParamField<std::string> {
    static constexpr ParamType type = ParamType::text;
    static Value value(const std::string& v) { return v; }
    static std::string from(const Value& v) { return std::get<std::string>(v); }
};
template <>
struct ParamField<std::vector<double>> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const std::vector<double>& v) { return v; }
    static std::vector<double> from(const Value& v) { return std::get<std::vector<double>>(v); }
};
template <>
struct ParamField<std::vector<std::string>> {
    static constexpr ParamType type = ParamType::choices;
    static Value value(const std::vector<std::string>& v) { return v; }
    static std::vector<std::string> from(const Value& v) { return std::get<std::vector<std::string>>(v); }
};
template <Named E>
struct ParamField<E> {
    static constexpr ParamType type = ParamType::choice;
    static Value value(E v) { return std::string(name(v)); }
    static E from(const Value& v) { return from_name<E>(std::get<std::string>(v)).value(); }
    static void declare(ParamDecl& p) { p.choices.assign(names_of<E>.begin(), names_of<E>.end()); }
};
template <>
struct ParamField<Rect> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const Rect& v) {
        std::vector<double> list;
        for (const std::size_t n : {v.x, v.y, v.width, v.height}) list.push_back(static_cast<double>(n));
        return list;
    }
    static Rect from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        const auto at = [&](std::size_t i) { return static_cast<std::size_t>(list.at(i)); };
        return {at(0), at(1), at(2), at(3)};
    }
    static void declare(ParamDecl& p) {
        p.low = 0, p.high = std::numeric_limits<std::int32_t>::max();
        p.min_count = p.max_count = 4;
        p.whole = true;
        p.unit = "px";
    }
};
template <>
struct ParamField<Grid> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const Grid& v) {
        return std::vector<double>{static_cast<double>(v.across), static_cast<double>(v.down)};
    }
    static Grid from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {static_cast<std::size_t>(list.at(0)), static_cast<std::size_t>(list.at(1))};
    }
    static void declare(ParamDecl& p) {
        p.low = 1, p.high = 4096;
        p.min_count = p.max_count = 2;
        p.whole = true;
    }
};
template <>
struct ParamField<ValueRange> {
    static constexpr ParamType type = ParamType::numbers;
    static Value value(const ValueRange& v) {  // lists hold finite numbers
        constexpr double most = std::numeric_limits<double>::max();
        return std::vector<double>{std::max(v.low, -most), std::min(v.high, most)};
    }
    static ValueRange from(const Value& v) {
        const auto& list = std::get<std::vector<double>>(v);
        return {list.at(0), list.at(1)};
    }
    static void declare(ParamDecl& p) { p.min_count = p.max_count = 2; }
};
template <class T>
struct ParamField<std::optional<T>> {  // its keyword becomes the default
    static_assert(!std::same_as<T, std::string>, "a text cannot be told from a keyword: use std::string");
    static constexpr ParamType type = ParamField<T>::type;
    static Value value(const std::optional<T>& v) {
        return v ? ParamField<T>::value(*v) : Value(std::string());
    }
    static std::optional<T> from(const Value& v) {
        if constexpr (Named<T>) return from_name<T>(std::get<std::string>(v));
        if (std::holds_alternative<std::string>(v)) return std::nullopt;
        return ParamField<T>::from(v);
    }
};

// What a composition gives to a parameter of its parts: {"pixel", value_of(dst.pixel)}.
template <class T>
Value value_of(const T& v) {
    return ParamField<T>::value(v);
}

// Mistakes that would only show when a user gives the parameter.
template <class T>
struct Unwrapped {
    using type = T;
    static constexpr bool optional = false;
};
template <class T>
struct Unwrapped<std::optional<T>> {
    using type = T;
    static constexpr bool optional = true;
};
template <class T, class Trait>
constexpr bool trait_suits() {
    using Element = typename Unwrapped<T>::type;
    constexpr bool text = std::same_as<Element, std::string>;
    constexpr bool number = std::is_arithmetic_v<Element> && !std::same_as<Element, bool>;
    constexpr bool numbers = std::same_as<Element, std::vector<double>>;
    constexpr bool words = std::same_as<Element, std::vector<std::string>>;
    constexpr bool named = Named<Element>;
    if (std::same_as<Trait, range> || std::same_as<Trait, at_least>) return number || numbers;
    if (std::same_as<Trait, choices>) return text || words || named;
    if (std::same_as<Trait, keyword>) return text || Unwrapped<T>::optional;
    if (std::same_as<Trait, count>) return numbers || words;
    if (std::same_as<Trait, path_t>) return text;
    return true;
}

// What the type of a field says of its parameter; traits refine it.
template <class T>
void declared_by_type(ParamDecl& p) {
    using Field = ParamField<typename Unwrapped<T>::type>;
    p.type = Field::type;
    if constexpr (requires { Field::declare(p); }) Field::declare(p);
}
// No value may be lost on its way into the field.
template <class T>
void bound_by_type(ParamDecl& p) {
    using Element = typename Unwrapped<T>::type;
    if constexpr (Named<Element>)
        for (const std::string& choice : p.choices)
            if (!from_name<Element>(choice))
                throw Error(Error::Kind::usage, p.name, "there is no value '" + choice + "' of its type");
    if constexpr (std::is_arithmetic_v<Element> && !std::same_as<Element, bool>) {
        using Limits = std::numeric_limits<Element>;
        if constexpr (sizeof(Element) < sizeof(std::int64_t)) {
            if (!p.low) p.low = static_cast<double>(Limits::lowest());
            if (!p.high) p.high = static_cast<double>(Limits::max());
        } else if constexpr (std::unsigned_integral<Element>) {
            if (!p.low) p.low = 0;
        }
    }
}

// --- the builder -----------------------------------------------------------------------------------

struct NoParams {};

// P is the stage's parameter struct.
template <class P>
class StageBuilder {
public:
    StageBuilder(Kind kind, std::string name, std::string summary) : setters_(std::make_shared<Setters>()) {
        def_.kind = kind;
        def_.name = std::move(name);
        def_.summary = std::move(summary);
    }

    template <class T, class... Traits>
    StageBuilder& param(const std::string& name, T P::*member, std::string doc, Traits... traits) {
        static_assert((trait_suits<T, Traits>() && ...), "a trait does not suit the type of this parameter");
        ParamDecl decl;
        decl.name = name;
        decl.doc = std::move(doc);
        declared_by_type<T>(decl);
        decl.standard = ParamField<T>::value(P{}.*member);
        (apply(decl, traits), ...);
        bound_by_type<T>(decl);
        const auto* text = std::get_if<std::string>(&decl.standard);
        if (text != nullptr && text->empty() && !decl.keywords.empty()) decl.standard = decl.keywords.front();
        def_.params.push_back(std::move(decl));
        setters_->push_back([name, member](P& p, const Values& values) {
            if (const auto at = values.find(name); at != values.end())
                p.*member = ParamField<T>::from(at->second);
        });
        return *this;
    }

    StageBuilder& image_in(std::string name, std::string doc, bool optional = false) {
        def_.inputs.push_back({std::move(name), std::move(doc), PortDecl::Type::image, optional, {}});
        return *this;
    }
    StageBuilder& table_in(std::string name, std::string doc, std::vector<std::string> reads,
                           bool optional = false) {
        def_.inputs.push_back(
            {std::move(name), std::move(doc), PortDecl::Type::table, optional, std::move(reads)});
        return *this;
    }
    StageBuilder& image_out(std::string name, std::string doc) {
        def_.outputs.push_back({std::move(name), std::move(doc), PortDecl::Type::image, false, {}});
        return *this;
    }
    StageBuilder& table_out(std::string name, std::string doc, std::vector<std::string> fields) {
        def_.outputs.push_back(
            {std::move(name), std::move(doc), PortDecl::Type::table, false, std::move(fields)});
        return *this;
    }

    StageBuilder& internal() {
        def_.internal = true;
        return *this;
    }
    StageBuilder& by_tiles() {
        def_.by_tiles = true;
        return *this;
    }
    StageBuilder& monotone() {
        def_.monotone = true;
        return *this;
    }
    StageBuilder& items(std::size_t items) {
        def_.items = items;
        return *this;
    }
    StageBuilder& affine() {
        def_.affine = def_.monotone = true;
        return *this;
    }
    StageBuilder& warning(std::string text) {
        def_.warning = std::move(text);
        return *this;
    }

    // Callbacks. P comes first; what follows is what stage.hpp says of the member of the same name.
    StageBuilder& check(std::function<std::string(const P&)> f) {
        def_.check = [f, fill = fill()](const Values& v) { return f(fill(v)); };
        return *this;
    }
    StageBuilder& refuse(std::function<std::string(const P&, const StageInputs&)> f) {
        def_.refuse = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& infer(std::function<ImageFormat(const P&, const StageInputs&)> f) {
        def_.infer = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& wants(std::function<ImageFormat(const P&, const ImageFormat&)> f) {
        def_.wants = [f, fill = fill()](const Values& v, const ImageFormat& i) { return f(fill(v), i); };
        return *this;
    }
    // kernels/<file>.cl holds the function of that name.
    StageBuilder& function(const std::string& file) {
        def_.function = [file](const StageInputs&) { return KernelFunction{file, file}; };
        return *this;
    }
    StageBuilder& function(std::function<KernelFunction(const P&, const StageInputs&)> f) {
        def_.function = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& constants(std::function<std::vector<Constant>(const P&, const StageInputs&)> f) {
        def_.constants = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& alpha(std::function<AlphaLane(const P&)> f) {
        def_.alpha = [f, fill = fill()](const Values& v) { return f(fill(v)); };
        return *this;
    }
    StageBuilder& layout(std::function<TableLayout(const P&, const StageInputs&)> f) {
        def_.layout = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& reduction(std::function<Reduction(const P&, const StageInputs&)> f) {
        def_.reduction = with_inputs(std::move(f));
        return *this;
    }
    StageBuilder& observed(std::vector<std::string> fields) {
        def_.observed = [fields = std::move(fields)](const Values&) { return fields; };
        return *this;
    }
    StageBuilder& observed(std::vector<std::string> P::*fields) {
        def_.observed = [fields, fill = fill()](const Values& v) { return fill(v).*fields; };
        return *this;
    }
    StageBuilder& expand(std::function<void(const P&, Expansion&)> f) {
        def_.expand = [f, fill = fill()](Expansion& e) { f(fill(e.inputs().values), e); };
        return *this;
    }
    StageBuilder& probe(std::function<ImageFormat(const P&)> f) {
        def_.source.probe = [f, fill = fill()](const Values& v) { return f(fill(v)); };
        return *this;
    }
    StageBuilder& decode(std::function<HostImage(const P&, const Destination&, const Warn&)> f) {
        def_.source.decode = [f, fill = fill()](const Values& v, const Destination& wanted, const Warn& w) {
            return f(fill(v), wanted, w);
        };
        return *this;
    }
    StageBuilder& encode(
        std::function<void(const P&, const ConstHostView&, const Metadata&, const Warn&)> f) {
        def_.sink.encode = [f, fill = fill()](const Values& v, const ConstHostView& image, const Metadata& m,
                                              const Warn& w) { f(fill(v), image, m, w); };
        return *this;
    }

    operator StageDef() const { return def_; }

private:
    using Setters = std::vector<std::function<void(P&, const Values&)>>;

    auto fill() const {
        return [setters = setters_](const Values& values) {
            P params;
            for (const auto& set : *setters) set(params, values);
            return params;
        };
    }
    template <class R>
    std::function<R(const StageInputs&)> with_inputs(std::function<R(const P&, const StageInputs&)> f) const {
        return [f = std::move(f), fill = fill()](const StageInputs& inputs) {
            return f(fill(inputs.values), inputs);
        };
    }

    StageDef def_;
    std::shared_ptr<Setters> setters_;  // shared, since callbacks may be set before later parameters
};

// Image -> Image, one function of the vector type V.
template <class P = NoParams>
StageBuilder<P> point(std::string name, std::string summary) {
    StageBuilder<P> b(Kind::point, std::move(name), std::move(summary));
    return b.image_in("src", "The image."), b.image_out("dst", "The result."), b;
}
// Image -> Table.
template <class P = NoParams>
StageBuilder<P> reduce_stage(std::string name, std::string summary) {
    StageBuilder<P> b(Kind::reduce, std::move(name), std::move(summary));
    return b.image_in("src", "The image."), b;
}
// Tables -> Table, a small kernel.
template <class P = NoParams>
StageBuilder<P> table_stage(std::string name, std::string summary) {
    return {Kind::table, std::move(name), std::move(summary)};
}
// Names other stages and expands to them; declares all its ports itself.
template <class P = NoParams>
StageBuilder<P> composition(std::string name, std::string summary) {
    return {Kind::composition, std::move(name), std::move(summary)};
}
template <class P = NoParams>
StageBuilder<P> source(std::string name, std::string summary) {
    StageBuilder<P> b(Kind::source, std::move(name), std::move(summary));
    return b.image_out("dst", "The image."), b;
}
template <class P = NoParams>
StageBuilder<P> sink(std::string name, std::string summary) {
    StageBuilder<P> b(Kind::sink, std::move(name), std::move(summary));
    return b.image_in("src", "The image."), b;
}

}  // namespace sluice
