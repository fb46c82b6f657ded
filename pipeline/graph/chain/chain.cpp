// Chain text: words to nodes.
#include "pipeline/core/message.hpp"
#include "pipeline/graph/chain/words.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/kernel/bring_along.hpp"
#include "pipeline/graph/limits.hpp"
#include "pipeline/graph/reference.hpp"
#include "pipeline/graph/text_order.hpp"

#include <set>

namespace sluice {
namespace {

class ChainReader {
public:
    ChainReader(std::vector<ChainWord> words, Diagnostics& faults)
        : words_(std::move(words)), faults_(faults) {}

    std::vector<GraphNode> nodes() {
        if (words_.empty())
            faults_.error(
                {"chain", 1, 1}, "",
                "the chain is empty; write one such as 'load photo.jpg | normalize | save out.png'");
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (words_[i].type != ChainWord::Type::word)
                separator(words_[i]);
            else if (stage_ == nullptr)
                begin_stage(words_[i]);
            else
                parameter(i);
        }
        if (separator_ != nullptr)
            faults_.error(separator_->place, "", "a stage is missing after '" + separator_->text + "'");
        return std::move(nodes_);
    }

private:
    void separator(const ChainWord& word) {
        if (stage_ == nullptr) faults_.error(word.place, "", "a stage is missing before '" + word.text + "'");
        stage_ = nullptr;
        separator_ = &word;
    }

    void begin_stage(const ChainWord& word) {
        GraphNode node;
        node.stage = word.text;
        node.place = word.place;
        node.starts_branch = separator_ == nullptr || separator_->type == ChainWord::Type::semicolon;
        if (word.is_pair() && word.has_value && !word.key().empty())
            faults_.error(word.place, "",
                          "a stage begins with its name, not with " + in_quotes(word.text) + ": write " +
                              in_quotes(word.key() + " " + word.value()) + " if " + in_quotes(word.key()) +
                              " is the stage");
        else if (word.is_pair())
            faults_.error(word.place, "", "a stage begins with its name, not with " + in_quotes(word.text));
        else if (word.text.empty())
            faults_.error(word.place, "", "a stage's name is empty");
        nodes_.push_back(std::move(node));
        stage_ = &word;
        separator_ = nullptr;
        seen_.clear();
    }

    // The word beside word `i` where it belongs to the same stage and is no pair.
    const ChainWord* bare(std::size_t i) const {
        const bool there =
            i < words_.size() && words_[i].type == ChainWord::Type::word && !words_[i].is_pair();
        return there && &words_[i] != stage_ ? &words_[i] : nullptr;
    }

    // "path = cat.png", "path =cat.png"
    void lone_equals(std::size_t& i) {
        const ChainWord& word = words_[i];
        std::vector<GraphParam>& params = nodes_.back().params;
        const ChainWord* name = i > 0 ? bare(i - 1) : nullptr;
        const ChainWord* value = word.has_value ? nullptr : bare(i + 1);
        const bool taken = params.empty() || !params.back().name.empty();  // a value of the word before
        if (name == nullptr || taken || (value == nullptr && !word.has_value))
            return fault(word, "a parameter's name is missing before '='");
        params.pop_back();
        fault(*name, no_blanks(name->text + "=" + (value != nullptr ? value->text : word.value())));
        if (value != nullptr) ++i;
    }

    void without_value(std::size_t& i) {
        const ChainWord& word = words_[i];
        const ChainWord* value = bare(i + 1);
        if (value == nullptr) return fault(word, "a value is missing after '" + word.text + "'");
        fault(word, no_blanks(word.text + value->text));
        ++i;
    }

    static std::string no_blanks(const std::string& pair) {
        return "leave out the spaces around '='; write " + in_quotes(pair);
    }

    void parameter(std::size_t& i) {
        const ChainWord& word = words_[i];
        GraphNode& node = nodes_.back();
        if (!word.is_pair()) {  // what a second one means is known to check()
            node.params.push_back({"", word.text, word.place});
            return;
        }
        const std::string key = word.key();
        if (key.empty()) return lone_equals(i);
        if (!word.has_value) return without_value(i);
        if (!seen_.insert(key).second) return fault(word, "'" + key + "' is given twice");
        if (key == "id") {
            node.id = word.value();
            node.id_place = word.place;
            if (node.id.empty()) fault(word, "an id cannot be empty");
        } else if (key == "from") {
            read_from(word);
        } else {
            node.params.push_back({key, word.value(), word.place});
        }
    }

    void read_from(const ChainWord& word) {
        const std::string list = word.value();
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const std::string part = list.substr(begin, end - begin);
            if (const std::size_t equals = part.find('='); equals != std::string::npos)
                return fault(word, "name an input with a colon: " +
                                       in_quotes(part.substr(0, equals) + ":" + part.substr(equals + 1)));
            auto source = read_reference(part, word.place);
            if (source.second.node.empty())
                return fault(word, "a node's name is missing in " + in_quotes(list));
            nodes_.back().from.push_back(std::move(source));
            begin = end + 1;
        }
    }

    void fault(const ChainWord& word, std::string message) {
        faults_.error(word.place, nodes_.back().stage, std::move(message));
    }

    const std::vector<ChainWord> words_;
    Diagnostics& faults_;
    std::vector<GraphNode> nodes_;
    const ChainWord* stage_ = nullptr;      // of the stage that is being read
    const ChainWord* separator_ = nullptr;  // the last one, when no stage followed yet
    std::set<std::string> seen_;            // parameters of the stage that have a name
};

}  // namespace

std::pair<std::string, Reference> read_reference(const std::string& text, const Place& place) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return {"", {text, "", place}};
    return {text.substr(0, colon), {text.substr(colon + 1), "", place}};
}

Graph Graph::from_chain(const std::string& chain, const Values& vars) {
    const auto refuse = [](const Wording& what) { throw Error(Error::Kind::usage, "chain", what); };
    if (!vars.empty())
        refuse(Remedy{"vars." + vars.begin()->first} +
               ": a chain has no variables; a pipeline file declares them under 'vars:'");
    if (chain.size() > max_pipeline_bytes)
        refuse("a chain of " + std::to_string(chain.size()) + " bytes is too long");
    Diagnostics faults;
    std::vector<ChainWord> words = chain_words(chain, faults);
    if (words.size() > max_pipeline_words)
        refuse("a chain of " + std::to_string(words.size()) + " words is too long");
    Graph graph;
    graph.nodes = ChainReader(std::move(words), faults).nodes();
    if (graph.nodes.size() > max_pipeline_nodes)
        refuse("a chain of " + std::to_string(graph.nodes.size()) + " stages is too long");
    for (GraphNode& node : graph.nodes)
        if (node.stage == "kernel") bring_along(node, "", false, graph.stages, faults);
    in_text_order(faults).throw_if_errors();
    return graph;
}

}  // namespace sluice
