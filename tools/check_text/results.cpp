#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace check_text {

namespace {

using Json = nlohmann::json;

Json load_json(const fs::path& root, const std::string& file) {
  if (!fs::is_regular_file(root / file))
    throw Error(fmt::format("there is no result file {}: record it with --json", file));
  try {
    return Json::parse(read_text(root / file));
  } catch (const Json::exception& error) {
    throw Error(fmt::format("{} is not JSON ({}): record it again", file, error.what()));
  }
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// KEY=VALUE or KEY!=VALUE.
struct Condition {
  std::string key;
  std::string value;
  bool equal;

  bool holds(const Json& row) const {
    const auto found = row.is_object() ? row.find(key) : row.end();
    return (found != row.end() && plain(*found) == value) == equal;
  }
};

std::vector<Condition> parse_conditions(const std::string& text) {
  std::vector<Condition> conditions;
  for (const std::string& part : split(text, ",")) {
    const size_t sign = part.find('=');
    if (sign == std::string::npos || sign == 0)
      throw Error(fmt::format("cannot read the condition '{}': write KEY=VALUE", part));
    const bool equal = part[sign - 1] != '!';
    conditions.push_back(
        {trimmed(part.substr(0, equal ? sign : sign - 1)), trimmed(part.substr(sign + 1)), equal});
  }
  return conditions;
}

bool all_hold(const std::vector<Condition>& conditions, const Json& row) {
  for (const Condition& condition : conditions)
    if (!condition.holds(row))
      return false;
  return true;
}

/// The one element of an array for which the conditions hold.
const Json& pick_element(const Json& array, const std::string& conditions) {
  const std::vector<Condition> wanted = parse_conditions(conditions);
  const Json* picked = nullptr;
  for (const Json& element : array) {
    if (!all_hold(wanted, element))
      continue;
    if (picked != nullptr)
      throw Error(fmt::format("[{}] fits several rows: add a condition", conditions));
    picked = &element;
  }
  if (picked == nullptr)
    throw Error(fmt::format("[{}] fits no row: look into the result file", conditions));
  return *picked;
}

/// Follow a pointer such as /rows[step=v1]/median_ms or /rows/3/median_ms.
const Json& follow(const Json& document, const std::string& pointer) {
  static const std::regex part(R"(/([^/\[]+)(?:\[([^\]]*)\])?)");
  const Json* value = &document;
  size_t used = 0;
  for (std::sregex_iterator it(pointer.begin(), pointer.end(), part), end; it != end; ++it) {
    if (static_cast<size_t>(it->position()) != used)
      break;
    used += static_cast<size_t>(it->length());
    const std::string key = (*it)[1];
    const bool index =
        value->is_array() && key.find_first_not_of("0123456789") == std::string::npos;
    if (index && std::stoul(key) < value->size())
      value = &(*value)[std::stoul(key)];
    else if (value->is_object() && value->contains(key))
      value = &(*value)[key];
    else
      throw Error(
          fmt::format("'{}' leads nowhere at '{}': look into the result file", pointer, key));
    if ((*it)[2].matched)
      value = &pick_element(*value, (*it)[2]);
  }
  if (used != pointer.size())
    throw Error(fmt::format("cannot read the pointer '{}': write /key/key", pointer));
  return *value;
}

using Lookup = std::function<Json(const std::string& operand)>;

Json number_or(const Lookup& lookup, const std::string& operand) {
  static const std::regex number(R"(\d+(\.\d+)?)");
  return std::regex_match(operand, number) ? Json::parse(operand) : lookup(operand);
}

/// OPERAND [OPERATOR OPERAND]..., computed from left to right.
Json evaluate(const std::string& expression, const Lookup& lookup) {
  static const std::regex operation(R"( ([-+*/]) )");
  std::sregex_iterator it(expression.begin(), expression.end(), operation);
  const std::sregex_iterator end;
  if (it == end)
    return number_or(lookup, trimmed(expression));
  size_t at = 0;
  char pending = 0;
  double result = 0;
  while (true) {
    const size_t stop = it == end ? expression.size() : static_cast<size_t>(it->position());
    const std::string name = trimmed(expression.substr(at, stop - at));
    const Json operand = number_or(lookup, name);
    if (operand.is_null())
      return operand; // a skipped row has no number to compute with
    if (!operand.is_number())
      throw Error(
          fmt::format("'{}' is {}: only numbers can be computed with", name, operand.dump()));
    const double value = operand.get<double>();
    if (pending == '/' && value == 0)
      throw Error(fmt::format("'{}' is 0: cannot divide by it", name));
    result = pending == '+'   ? result + value
             : pending == '-' ? result - value
             : pending == '*' ? result * value
             : pending == '/' ? result / value
                              : value;
    if (it == end)
      return result;
    pending = (*it)[1].str()[0];
    at = stop + 3;
    ++it;
  }
}

std::string format_value(const Json& value, const std::string& format) {
  const std::string pattern = "{:" + format + "}";
  try {
    if (value.is_string())
      return fmt::format(fmt::runtime(pattern), value.get<std::string>());
    const bool as_real =
        !format.empty() && std::string("aAeEfFgG").find(format.back()) != std::string::npos;
    if (value.is_number_integer() && !as_real)
      return fmt::format(fmt::runtime(pattern), value.get<long long>());
    if (value.is_number())
      return fmt::format(fmt::runtime(pattern), value.get<double>());
    if (value.is_boolean())
      return value.get<bool>() ? "yes" : "no";
  } catch (const fmt::format_error& error) {
    throw Error(fmt::format("cannot format {} with '{}' ({}): use fmt's syntax, such as .2f",
                            value.dump(), format, error.what()));
  }
  throw Error(fmt::format("{} cannot be shown: point to a number or a text", value.dump()));
}

/// The parts of `text` between commas that are outside brackets.
Lines split_columns(const std::string& text) {
  Lines parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

struct Column {
  std::string expression;
  std::string format;
  std::string title;
};

Column parse_column(const std::string& text) {
  Column column;
  std::string rest = trimmed(text);
  if (const size_t as = rest.find(" as "); as != std::string::npos) {
    column.title = trimmed(rest.substr(as + 4));
    rest = trimmed(rest.substr(0, as));
  }
  const size_t bracket = rest.rfind(']');
  const size_t colon = rest.find(':', bracket == std::string::npos ? 0 : bracket);
  column.expression = trimmed(rest.substr(0, colon));
  column.format = colon == std::string::npos ? "" : trimmed(rest.substr(colon + 1));
  if (column.title.empty())
    column.title = column.expression;
  if (column.expression.empty())
    throw Error("a column is empty: write KEY[:FORMAT][ as TITLE], separated by commas");
  return column;
}

/// A value from a row, or from the whole document for `#/pointer`; null where the row has no such
/// key (skipped steps have no times).
Json column_value(const Json& document, const Json& row, const std::string& expression) {
  return evaluate(expression, [&](const std::string& operand) -> Json {
    if (operand[0] == '#')
      return follow(document, operand.substr(1));
    const auto found = row.find(operand);
    return found == row.end() ? Json() : *found;
  });
}

} // namespace

std::string evaluate_result(const fs::path& root, const std::string& text) {
  static const std::regex form(R"((.*?)(?:\s+(?:\||as)\s+(\S*))?\s*)");
  std::smatch parts;
  std::regex_match(text, parts, form);
  std::string file;
  const Json value = evaluate(parts[1], [&](const std::string& operand) {
    const size_t hash = operand.find('#');
    if (hash == std::string::npos || (hash == 0 && file.empty()))
      throw Error(fmt::format("cannot read '{}': write FILE.json#/POINTER", operand));
    file = hash == 0 ? file : operand.substr(0, hash);
    return follow(load_json(root, file), operand.substr(hash + 1));
  });
  return format_value(value, parts[2]);
}

Lines make_table(const fs::path& root, const std::string& text) {
  const Lines parts = split(text, "|");
  if (parts.size() < 2 || parts.size() > 3)
    throw Error("cannot read this table: write FILE | COLUMN, COLUMN [| where KEY=VALUE]");
  const size_t hash = parts[0].find('#');
  const Json document = load_json(root, parts[0].substr(0, hash));
  const std::string pointer = hash == std::string::npos ? "/rows" : parts[0].substr(hash + 1);
  const Json& rows = follow(document, pointer);
  if (!rows.is_array())
    throw Error(fmt::format("{} is no array: point to one, such as #/rows", parts[0]));
  std::vector<Condition> conditions;
  if (parts.size() == 3) {
    if (parts[2].rfind("where ", 0) != 0)
      throw Error(fmt::format("cannot read '{}': write where KEY=VALUE", parts[2]));
    conditions = parse_conditions(parts[2].substr(6));
  }
  std::vector<Column> columns;
  for (const std::string& column : split_columns(parts[1]))
    columns.push_back(parse_column(column));

  std::vector<Lines> cells;
  std::vector<bool> numeric(columns.size(), false);
  std::vector<bool> known(columns.size(), false);
  for (const Json& row : rows) {
    if (!row.is_object() || !all_hold(conditions, row))
      continue;
    Lines line;
    for (size_t c = 0; c < columns.size(); ++c) {
      const Json value = column_value(document, row, columns[c].expression);
      numeric[c] = numeric[c] || value.is_number();
      known[c] = known[c] || !value.is_null();
      const std::string cell = value.is_null() ? "–" : format_value(value, columns[c].format);
      line.push_back(std::regex_replace(cell, std::regex(R"(\|)"), R"(\|)"));
    }
    cells.push_back(line);
  }
  if (cells.empty())
    throw Error("the table has no row: change the conditions");
  for (size_t c = 0; c < columns.size(); ++c)
    if (!known[c])
      throw Error(fmt::format("no row has '{}': look into the result file", columns[c].expression));

  Lines titles;
  Lines rules;
  for (size_t c = 0; c < columns.size(); ++c) {
    titles.push_back(columns[c].title);
    rules.push_back(numeric[c] ? "---:" : "---");
  }
  Lines table = {fmt::format("| {} |", fmt::join(titles, " | ")),
                 fmt::format("|{}|", fmt::join(rules, "|"))};
  for (const Lines& line : cells)
    table.push_back(fmt::format("| {} |", fmt::join(line, " | ")));
  return table;
}

} // namespace check_text
