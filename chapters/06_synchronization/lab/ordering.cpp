// Which command may run before, beside or after which: kinds of queues, wait lists, markers, barriers.

#include "common/error.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

std::string yes_no(bool yes) {
  return yes ? "yes" : "no";
}

} // namespace

Json what_may_run_at_the_same_time(Lab& lab) {
  // Four commands that need nothing of each other, each with a number of its own.
  const auto run = [&](const std::string& title, const std::vector<cl::CommandQueue>& queues,
                       const std::string& lane) {
    Timeline timeline(title);
    const std::vector<std::string> names{"A", "B", "C", "D"};
    std::vector<cl::Buffer> numbers;
    // [independent]
    for (std::size_t i = 0; i < names.size(); ++i) {
      numbers.push_back(lab.number(seed + static_cast<cl_uint>(i)));
      const std::size_t q = i % queues.size();
      const cl::Event event =
          lab.busy.enqueue(queues[q], numbers[i], numbers[i], numbers[i], lab.steps(0.5));
      timeline.add(lane + (queues.size() > 1 ? fmt::format(" {}", q + 1) : ""), names[i], event);
    }
    for (const cl::CommandQueue& queue : queues) // all of them, before waiting for any
      queue.flush();
    // [/independent]
    timeline.measure();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const cl_uint start = seed + static_cast<cl_uint>(i);
      verify(lab.value_of(numbers[i]) ==
                 harness::BusyKernel::expected(start, start, lab.steps(0.5)),
             "each command computes its number");
    }
    return timeline;
  };
  std::vector<Timeline> timelines{
      run("one in-order queue", {lab.new_queue()}, "in order"),
      run("two in-order queues", {lab.new_queue(), lab.new_queue()}, "queue")};
  const std::vector<Span>& one_by_one = timelines.front().spans();
  for (std::size_t i = 1; i < one_by_one.size(); ++i)
    verify(!lab.has_times || one_by_one[i].started >= one_by_one[i - 1].ended,
           "an in-order queue starts a command when the one before is complete");
  try {
    timelines.push_back(run("one out-of-order queue", {lab.new_queue(true)}, "any order"));
  } catch (const common::Skip& skip) {
    fmt::print("  skipped: {}\n", skip.what());
  }
  show(lab, "queues", "Four independent commands in three kinds of queues", timelines);
  Json rows = Json::array();
  for (const Timeline& timeline : timelines) {
    double busy_ms = 0.0;
    for (const Span& span : timeline.spans())
      busy_ms += span.ended - span.started;
    if (lab.has_times)
      fmt::print("  {:<24} {:5.2f} commands at a time on average\n", timeline.title(),
                 busy_ms / timeline.elapsed_ms());
    Json row = timeline.json();
    row["at_a_time"] = busy_ms / timeline.elapsed_ms();
    rows.push_back(row);
  }
  return {{"timelines", rows}};
}

Json how_do_i_say_what_needs_what(Lab& lab) {
  const auto run = [&](const std::string& title, const cl::CommandQueue& queue, bool wait_lists) {
    const cl::Buffer s = lab.number(seed), a = lab.number(0), b = lab.number(0), c = lab.number(0),
                     d = lab.number(0);
    // [diamond]
    using Events = std::vector<cl::Event>;
    const auto after = [&](const Events& events) { return wait_lists ? events : Events{}; };
    // B and C both need A, and nothing of each other. D needs B and C.
    const cl::Event A = lab.busy.enqueue(queue, s, s, a, lab.steps(0.3));
    const cl::Event B = lab.busy.enqueue(queue, a, s, b, lab.steps(0.6), after({A}));
    const cl::Event C = lab.busy.enqueue(queue, s, a, c, lab.steps(0.6), after({A}));
    const cl::Event D = lab.busy.enqueue(queue, b, c, d, lab.steps(0.3), after({B, C}));
    queue.flush();
    // [/diamond]
    Timeline timeline(title);
    timeline.add("queue", "A", A);
    timeline.add("queue", "B after A", B);
    timeline.add("queue", "C after A", C);
    timeline.add("queue", "D after B C", D);
    timeline.measure();
    const auto expected = harness::BusyKernel::expected;
    const cl_uint want_a = expected(seed, seed, lab.steps(0.3));
    const cl_uint want_b = expected(want_a, seed, lab.steps(0.6));
    const cl_uint want_c = expected(seed, want_a, lab.steps(0.6));
    const cl_uint want_d = expected(want_b, want_c, lab.steps(0.3));
    return std::pair{timeline, lab.value_of(d) == want_d};
  };

  std::vector<Timeline> timelines;
  const auto [in_order, in_order_right] = run("in order, no wait lists", lab.new_queue(), false);
  timelines.push_back(in_order);
  verify(in_order_right, "an in-order queue needs no wait lists");
  std::vector<const char*> results{"right"};
  bool side_by_side = false;
  try {
    const cl::CommandQueue queue = lab.new_queue(true);
    const auto [with, with_right] = run("out of order, with wait lists", queue, true);
    const auto [without, without_right] = run("out of order, without them", queue, false);
    timelines.push_back(with);
    timelines.push_back(without);
    verify(with_right, "wait lists are enough in an out-of-order queue");
    verify(!lab.has_times || (with.at("B after A").started >= with.at("A").ended &&
                              with.at("C after A").started >= with.at("A").ended &&
                              with.at("D after B C").started >= with.at("B after A").ended &&
                              with.at("D after B C").started >= with.at("C after A").ended),
           "a command starts when its wait list is complete");
    results.insert(results.end(), {"right", without_right ? "right, by luck" : "wrong"});
    side_by_side = overlap(with.at("B after A"), with.at("C after A"));
  } catch (const common::Skip& skip) {
    fmt::print("  skipped: {}\n", skip.what());
  }
  show(lab, "diamond", "A diamond: B and C need A, D needs B and C", timelines);
  Json rows = Json::array();
  for (std::size_t i = 0; i < timelines.size(); ++i) {
    rows.push_back(timelines[i].json());
    rows.back()["result"] = results[i];
  }
  if (timelines.size() > 1)
    fmt::print("  B beside C: {}. Result without wait lists: {}.\n", yes_no(side_by_side),
               results.back());
  return {{"side_by_side", side_by_side}, {"timelines", rows}};
}

Json what_does_a_marker_order(Lab& lab) {
  const cl::CommandQueue queue = lab.new_queue(true);
  const cl_uint new_value = harness::BusyKernel::expected(seed, seed, lab.steps(1.0));
  struct Way {
    const char* title;
    bool any; ///< is there anything between?
    bool barrier;
    bool only_short; ///< with a wait list that names the short command
  };
  std::vector<Timeline> timelines;
  Json rows = Json::array();
  fmt::print("  {:<22} a kernel enqueued  a read that waits  long command done\n"
             "  {:<22} after it saw       for it saw         when it was complete\n",
             "between them", "");
  for (const Way& way :
       {Way{"nothing", false, false, false}, Way{"marker", true, false, false},
        Way{"marker for the short", true, false, true}, Way{"barrier", true, true, false}}) {
    const cl::Buffer s = lab.number(seed), x = lab.number(old_value), y = lab.number(0),
                     z = lab.number(0);
    // [marker]
    const cl::Event slow = lab.busy.enqueue(queue, s, s, x, lab.steps(1.0)); // x becomes new
    const cl::Event fast = lab.busy.enqueue(queue, s, s, z, lab.steps(0.1));
    const std::vector<cl::Event> names{fast};
    const std::vector<cl::Event>* wait_list = way.only_short ? &names : nullptr; // null: all so far
    cl::Event between;
    if (way.barrier)
      queue.enqueueBarrierWithWaitList(wait_list, &between);
    else if (way.any)
      queue.enqueueMarkerWithWaitList(wait_list, &between);
    const cl::Event next = lab.busy.enqueue(queue, x, s, y, lab.steps(0.1)); // waits for nothing
    cl_uint seen_by_read = 0;
    cl::Event read;
    const std::vector<cl::Event> after{between};
    queue.enqueueReadBuffer(x, CL_FALSE, 0, sizeof seen_by_read, &seen_by_read,
                            way.any ? &after : nullptr, &read);
    queue.flush();
    // [/marker]
    bool slow_done = false;
    if (way.any) {
      between.wait();
      slow_done = status_of(slow) == CL_COMPLETE;
    }
    Timeline timeline(fmt::format("{} in between", way.title));
    timeline.add("any order", "long, writes x", slow);
    timeline.add("any order", "short", fast);
    if (way.any)
      timeline.add("any order", way.barrier ? "barrier" : "marker", between);
    timeline.add("any order", "kernel, uses x", next);
    timeline.add("any order", "read x", read);
    timeline.measure();
    timelines.push_back(timeline);

    const cl_uint seen = lab.value_of(y);
    const bool kernel_new = seen == harness::BusyKernel::expected(new_value, seed, lab.steps(0.1));
    verify(kernel_new || seen == harness::BusyKernel::expected(old_value, seed, lab.steps(0.1)),
           "a kernel sees the old number or the new one");
    verify(seen_by_read == old_value || seen_by_read == new_value, "and so does a read");
    const bool read_new = seen_by_read == new_value;
    const bool waits_for_all = way.any && !way.only_short;
    verify(!waits_for_all || (slow_done && read_new),
           "a marker or barrier without a wait list is complete after all commands before it");
    verify(!way.barrier || kernel_new, "a barrier holds back all commands after it");
    const auto word = [](bool is_new) { return is_new ? "new" : "old"; };
    fmt::print("  {:<22} {:<18} {:<18} {}\n", way.title, word(kernel_new), word(read_new),
               way.any ? yes_no(slow_done) : "-");
    rows.push_back({{"between", way.title},
                    {"kernel_saw", word(kernel_new)},
                    {"read_saw", word(read_new)},
                    {"long_done", way.any ? Json(slow_done) : Json()},
                    {"timeline", timeline.json()}});
  }
  show(lab, "markers", "What a marker and a barrier order", timelines);
  return {{"rows", rows}};
}

Json how_does_a_queue_wait_for_another(Lab& lab) {
  const cl::CommandQueue first = lab.new_queue(), second = lab.new_queue(); // both in order
  Json rows = Json::array();
  for (const std::string between : {"nothing", "marker", "barrier"}) {
    const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
    // [join]
    const cl::Event slow = lab.busy.enqueue(first, s, s, x, lab.steps(1.0)); // x becomes new
    first.flush();
    const std::vector<cl::Event> wait_list{slow};
    if (between == "marker")
      second.enqueueMarkerWithWaitList(&wait_list);
    else if (between == "barrier")
      second.enqueueBarrierWithWaitList(&wait_list);
    cl_uint seen = 0;
    second.enqueueReadBuffer(x, CL_TRUE, 0, sizeof seen, &seen); // has no wait list of its own
    // [/join]
    first.finish();
    const bool is_new = seen == harness::BusyKernel::expected(seed, seed, lab.steps(1.0));
    verify(is_new || seen == old_value, "a read sees the old number or the new one");
    verify(is_new || between == "nothing",
           "in an in-order queue nothing overtakes a marker or barrier that still waits");
    fmt::print("  {:<8} the read after it saw the {} number\n", between, is_new ? "new" : "old");
    rows.push_back({{"between", between}, {"read_saw", is_new ? "new" : "old"}});
  }
  return {{"rows", rows}};
}
