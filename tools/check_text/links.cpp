#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <cctype>

namespace check_text {

std::vector<Link> find_links(const Lines& lines) {
  // [text](target "title"), ![alt](target); [name]: target; src="target" in HTML.
  static const std::regex forms[] = {
      std::regex(R"re(\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+"[^"]*")?\s*\))re"),
      std::regex(R"re(^\s{0,3}\[[^\]^][^\]]*\]:\s+<?([^\s>]+)>?)re"),
      std::regex(R"re(\b(?:src|href|srcset)="([^"]*)")re"),
  };
  std::vector<Link> links;
  const Lines prose = prose_only(lines);
  for (size_t i = 0; i < prose.size(); ++i)
    for (const std::regex& form : forms)
      for (std::sregex_iterator it(prose[i].begin(), prose[i].end(), form), end; it != end; ++it)
        links.push_back({i, (*it)[1]});
  return links;
}

namespace {

std::string percent_decoded(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && std::isxdigit(text[i + 1]) != 0 &&
        std::isxdigit(text[i + 2]) != 0) {
      result += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// What is wrong with the anchor of a file, empty if nothing.
std::string anchor_problem(const fs::path& path, const std::string& name,
                           const std::string& anchor) {
  const Lines lines = lines_of(read_text(path));
  static const std::regex line_anchor(R"(L(\d{1,6})(-L\d+)?)");
  std::smatch number;
  if (path.extension() == ".md")
    return anchors(lines).count(anchor) != 0
               ? ""
               : fmt::format("{} has no heading for #{}: correct the anchor", name, anchor);
  if (std::regex_match(anchor, number, line_anchor) && std::stoul(number[1]) <= lines.size())
    return "";
  return fmt::format("{} has no place #{}: link to the file or to a line (#L1)", name, anchor);
}

std::string link_problem(const fs::path& root, const fs::path& folder, const fs::path& self,
                         const std::string& target, std::set<fs::path>& used) {
  static const std::regex web(R"(https?://[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?|mailto:[^@\s]+@\S+)");
  static const std::regex scheme(R"([A-Za-z][A-Za-z0-9+.-]*:.*)");
  if (target.empty())
    return "a link leads nowhere: give its target";
  if (std::regex_match(target, scheme))
    return std::regex_match(target, web)
               ? ""
               : fmt::format("'{}' is no proper web address: correct it", target);
  if (target[0] == '/')
    return fmt::format("'{}' begins at the root of a server: make it relative", target);

  const size_t hash = target.find('#');
  const std::string name = percent_decoded(target.substr(0, hash));
  const fs::path path = name.empty() ? self : (root / folder / name).lexically_normal();
  if (!fs::exists(path))
    return fmt::format("'{}' does not exist: correct the link", name);
  const std::string inside = path.lexically_relative(root.lexically_normal()).generic_string();
  if (inside.rfind("..", 0) == 0)
    return fmt::format("'{}' lies outside the project: readers do not have it", name);
  used.insert(path);
  if (hash == std::string::npos)
    return "";
  if (!fs::is_regular_file(path))
    return fmt::format("'{}' is a directory and has no anchors: remove the anchor", name);
  return anchor_problem(path, inside, percent_decoded(target.substr(hash + 1)));
}

} // namespace

void check_links(const fs::path& root, const std::string& file, const Lines& lines,
                 std::set<fs::path>& used, Problems& problems) {
  const fs::path self = (root / file).lexically_normal();
  for (const Link& link : find_links(lines)) {
    const std::string what =
        link_problem(root, fs::path(file).parent_path(), self, link.target, used);
    if (!what.empty())
      problems.push_back({file, static_cast<int>(link.line) + 1, what});
  }
}

namespace {

/// The first element that does not open and close in order, or `<` where one stands in a text;
/// empty if the file is well-formed in this respect. (No regex: a path may be very long.)
std::string unbalanced_element(const std::string& text) {
  Lines open;
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    const bool comment = text.compare(at, 4, "<!--") == 0;
    size_t end = comment ? text.find("-->", at) : at + 1;
    for (char quote = 0; !comment && end < text.size() && (quote != 0 || text[end] != '>'); ++end)
      if (quote != 0 ? text[end] == quote : text[end] == '"' || text[end] == '\'')
        quote = quote != 0 ? '\0' : text[end];
      else if (text[end] == '<')
        return "<";
    if (end >= text.size())
      return "<";
    const bool closes = text[at + 1] == '/';
    const size_t begin = closes ? at + 2 : at + 1;
    const std::string name = text.substr(begin, text.find_first_of(" \t\r\n/>", begin) - begin);
    if (closes && (open.empty() || open.back() != name))
      return name;
    if (closes)
      open.pop_back();
    else if (text[at + 1] != '?' && text[at + 1] != '!' && text[end - 1] != '/')
      open.push_back(name);
    at = end;
  }
  return open.empty() ? "" : open.back();
}

} // namespace

void check_svg(const std::string& file, const std::string& text, Problems& problems) {
  const auto report = [&](const std::string& what) { problems.push_back({file, 1, what}); };
  static const std::regex start(R"(^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg\b[^>]*>)");
  static const std::regex outside(
      R"re((href|src)\s*=\s*["'](?!#|data:image/png)|url\(\s*["']?(?!#)|@import|<script|<foreignObject|\son\w+\s*=)re");
  std::smatch head;
  if (!std::regex_search(text, head, start)) {
    report("this is no SVG: begin with <svg xmlns=... viewBox=...>");
    return;
  }
  if (head.str().find("viewBox=") == std::string::npos)
    report("the figure has no viewBox: without it the figure cannot scale");
  if (head.str().find("xmlns=\"http://www.w3.org/2000/svg\"") == std::string::npos)
    report("the figure has no xmlns=\"http://www.w3.org/2000/svg\": browsers show it as text");
  if (const std::string name = unbalanced_element(text); !name.empty())
    report(fmt::format("the figure is not well-formed at '{}': close every element in order, write "
                       "&lt; and &amp; in texts",
                       name));
  static const std::regex bare_ampersand(R"(&(?!#?\w+;))");
  if (std::regex_search(text, bare_ampersand))
    report("the figure has a bare & in a text: write &amp;");
  std::smatch found;
  if (std::regex_search(text, found, outside))
    report(fmt::format("the figure refers to something outside or runs code ('{}'): draw it within "
                       "the file",
                       trimmed(found.str())));
}

} // namespace check_text
