// A struct whose members are declared as parameters: of a stage, of a batch, or of a codec.
#pragma once

#include "pipeline/core/param_traits.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// `P` is the struct. Its initializers are the defaults. Value type; any thread, once all parameters are
// declared.
template <class P>
class Declared {
public:
    template <class T, class... Traits>
    Declared& param(const std::string& name, T P::*member, std::string doc, const Traits&... traits) {
        params_.push_back(declared_param<T>(name, std::move(doc), P{}.*member, traits...));
        members_.push_back({[member](P& p, const Value& value) { p.*member = ParamField<T>::from(value); },
                            [member](const P& p) { return ParamField<T>::value(p.*member); }});
        return *this;
    }

    // Parameters that are declared elsewhere. `member` gets their values, by their names.
    Declared& params(Values P::*member, const std::vector<ParamDecl>& declared) {
        for (const ParamDecl& decl : declared) {
            params_.push_back(decl);
            members_.push_back(
                {[member, name = decl.name](P& p, const Value& value) { (p.*member)[name] = value; },
                 [member, decl](const P& p) {
                     const auto at = (p.*member).find(decl.name);
                     return at != (p.*member).end() ? at->second : decl.standard;
                 }});
        }
        return *this;
    }

    const std::vector<ParamDecl>& params() const { return params_; }
    // Those of these names, in this order.
    Declared only(const std::vector<std::string>& names) const {
        Declared some;
        for (const std::string& name : names)
            for (std::size_t i = 0; i < params_.size(); ++i)
                if (params_[i].name == name) {
                    some.params_.push_back(params_[i]);
                    some.members_.push_back(members_[i]);
                }
        return some;
    }
    // nullptr if there is none of this name.
    const ParamDecl* find(const std::string& name) const {
        for (const ParamDecl& decl : params_)
            if (decl.name == name) return &decl;
        return nullptr;
    }

    // Returns `into` with these values, which must have the declared types (see convert()).
    P filled(const Values& values, P into = {}) const {
        for (std::size_t i = 0; i < params_.size(); ++i)
            if (const auto at = values.find(params_[i].name); at != values.end())
                members_[i].set(into, at->second);
        return into;
    }

    // Calls refuse(name, fault) for each member whose value is not allowed. `fault` says what is wrong and
    // what would be right.
    template <class Refuse>
    void check(const P& p, Refuse refuse) const {
        for (std::size_t i = 0; i < params_.size(); ++i) {
            const Value value = members_[i].value(p);
            std::string fault;
            if (value != params_[i].standard && !convert(params_[i], value, fault))
                refuse(params_[i].name, fault);
        }
    }

private:
    struct Member {
        std::function<void(P&, const Value&)> set;
        std::function<Value(const P&)> value;
    };

    std::vector<ParamDecl> params_;
    std::vector<Member> members_;
};

}  // namespace sluice
