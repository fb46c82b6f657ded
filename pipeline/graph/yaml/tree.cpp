#include "pipeline/graph/yaml/tree.hpp"

#include "pipeline/core/colour.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/yaml/fault.hpp"
#include "pipeline/graph/yaml/text.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace sluice {
namespace {

// Thrown through the parser when there is no point in reading on; the fault stands in the list.
struct Stop {};

// yaml-cpp's events, not its tree: so aliases are seen, and depth and size are bounded while reading.
class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(const YamlText& text, Diagnostics& faults) : text_(text), faults_(faults) {}

    YamlNode tree() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) stop(mark, "a pipeline file must have only one document");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        begin(YamlNode::Type::null, mark, "", anchor), end();
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        fault(mark, "aliases are not supported; write out the value");
        begin(YamlNode::Type::null, mark, "", 0), end();
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        begin(YamlNode::Type::scalar, mark, tag, anchor);
        open_.back().node.text = value;
        end();
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        begin(YamlNode::Type::list, mark, tag, anchor);
    }
    void OnSequenceEnd() override { end(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        begin(YamlNode::Type::map, mark, tag, anchor);
    }
    void OnMapEnd() override { end(); }

private:
    // A node that is being read; of a map also the key whose value comes next.
    struct Open {
        YamlNode node;
        bool has_key = false;
        YamlNode key;
        std::set<std::string> keys;
    };

    void fault(const YAML::Mark& mark, std::string message) {
        faults_.error(text_.place(mark.line, mark.column), "", std::move(message));
    }
    [[noreturn]] void stop(const YAML::Mark& mark, std::string message) {
        fault(mark, std::move(message));
        throw Stop();
    }

    void begin(YamlNode::Type type, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        if (++count_ > max_pipeline_words) stop(mark, "the file is too large for a pipeline");
        if (static_cast<int>(open_.size()) >= max_pipeline_depth)
            stop(mark, "lists and maps are nested too deeply");
        if (anchor != 0) fault(mark, "anchors are not supported; write out the value where it is needed");
        if (!tag.empty() && tag != "?" && tag != "!")
            fault(mark, "tags such as " + in_quotes(tag) + " are not supported");
        Open open;
        open.node.type = type;
        open.node.place = text_.place(mark.line, mark.column);
        open_.push_back(std::move(open));
    }

    void end() {
        YamlNode node = std::move(open_.back().node);
        open_.pop_back();
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.type == YamlNode::Type::list) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.has_key) {
            parent.key = std::move(node);
            parent.has_key = true;
        } else {
            add_entry(parent, std::move(node));
            parent.has_key = false;
        }
    }

    void add_entry(Open& map, YamlNode value) {
        const YamlNode& key = map.key;
        if (value.type == YamlNode::Type::null) value.text = colour_behind(key.place);
        if (key.type != YamlNode::Type::scalar)
            faults_.error(key.place, "", "a key must be a word");
        else if (!map.keys.insert(key.text).second)
            faults_.error(key.place, "", "the key " + in_quotes(key.text) + " is given twice");
        else
            map.node.entries.push_back({key.text, key.place, std::move(value)});
    }

    std::string colour_behind(const Place& key) const {
        const std::string_view line = text_.line(key.line);
        const std::size_t at = line.find(": #");
        if (at == line.npos) return "";
        const std::string_view word = line.substr(at + 2);
        const std::string_view colour = word.substr(0, word.find_first_not_of("0123456789abcdefABCDEF", 1));
        return css_colour(colour) ? std::string(colour) : "";
    }

    const YamlText& text_;
    Diagnostics& faults_;
    YamlNode root_;
    std::vector<Open> open_;
    std::size_t count_ = 0;
    int documents_ = 0;
};

}  // namespace

const YamlNode::Entry* YamlNode::find(const std::string& key) const {
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    return at == entries.end() ? nullptr : &*at;
}

YamlNode read_yaml(const std::string& content, const std::string& file, Diagnostics& faults) {
    const YamlText text(content, file, faults);
    if (!text.readable()) return {};
    std::istringstream stream(text.content());
    TreeBuilder builder(text, faults);
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const Stop&) {
        return {};
    } catch (const YAML::Exception& e) {
        if (e.mark.is_null()) {
            faults.error({file, 0, 0}, "", "this is not YAML: " + e.msg);
            return {};
        }
        const YamlFault fault = explain_yaml_fault(text.content(), e.msg, e.mark.line, e.mark.column);
        faults.error(text.place(fault.line, fault.column), "", fault.message);
        return {};
    }
    return builder.tree();
}

}  // namespace sluice
