// A YAML or JSON text as a tree of located nodes: the part of YAML that a pipeline file may use. No
// anchors, aliases or tags, words as keys, bounded size and depth.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <vector>

namespace sluice {

struct YamlNode {
    enum class Type { null, scalar, list, map };
    struct Entry;

    Type type = Type::null;
    // Of a scalar; of null the colour that was taken for a comment: "color: #ff8800".
    std::string text;
    std::vector<YamlNode> items;  // of a list
    std::vector<Entry> entries;   // of a map, in the order of the text, keys unique
    Place place;                  // columns count characters

    const Entry* find(const std::string& key) const;  // nullptr when there is none
};

struct YamlNode::Entry {
    std::string key;
    Place place;  // of the key
    YamlNode value;
};

// Puts every fault of the text into `faults`; after a fault of syntax there is no tree behind it.
YamlNode read_yaml(const std::string& text, const std::string& file, Diagnostics& faults);

}  // namespace sluice
