package dev.symbolicator.rows;

import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.export.WeightedProfile;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.timeline.CallTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sum of profiles: one call tree, in which functions are equal if their rows have equal keys,
 * with the time of all profiles, or of the baseline's and of the subject's. Equal profiles in equal
 * order give equal sums. Not thread-safe.
 */
public final class ProfileSum {
  /** The most nodes between two profiles that a sum can be asked to keep. */
  public static final int MAX_NODES = 1_000_000;

  private static final String NAME_OF_FOLDED = "(folded)";

  private final int maxNodes;
  private final long maxBytes;
  private final Allowance memory;
  private final @Nullable Baseline baseline;
  private final List<String> names;
  private final RowKeys hash = new RowKeys();
  private final long[] profiles;
  private final WeightedProfile.Totals[] totals;
  private Nodes nodes;
  private long folded;

  private ProfileSum(@Nullable Baseline baseline, int maxNodes, long maxBytes, Allowance memory) {
    this.baseline = baseline;
    names =
        baseline == null ? List.of("sum") : List.of(baseline.toString(), "other than " + baseline);
    this.maxNodes = maxNodes;
    this.maxBytes = maxBytes;
    this.memory = memory;
    profiles = new long[names.size()];
    totals = new WeightedProfile.Totals[names.size()];
    Arrays.fill(totals, WeightedProfile.Totals.NONE);
    nodes = new Nodes(names.size(), memory);
  }

  /**
   * Makes an empty sum. The smallest nodes of too many are folded.
   *
   * @param baseline null for a sum of one side
   * @param maxNodes that are kept between two profiles
   * @param maxBytes of the heap for nodes and functions between two profiles; folding takes up to
   *     twice as many
   */
  public static ProfileSum of(
      @Nullable Baseline baseline, int maxNodes, long maxBytes, Allowance memory) {
    return new ProfileSum(baseline, maxNodes, maxBytes, memory);
  }

  /** The profiles with which all others are compared: those with a value in a column. */
  public record Baseline(String column, String value) {
    /** Reads a column, a colon and a value, which may be empty; null if it is nothing such. */
    public static @Nullable Baseline parse(String text) {
      int colon = text.indexOf(':');
      return colon < 1 ? null : new Baseline(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
      return column + "=" + value;
    }
  }

  public boolean isCompared() {
    return names.size() > 1;
  }

  /**
   * Adds a profile, to the baseline if it belongs there.
   *
   * @param profile shows its functions with their identities
   * @throws Allowance.Exceeded if too little memory is left; the sum is of no use then
   */
  public void add(ShownProfile profile, RowHead head) {
    boolean isSubject = baseline != null && !baseline.value().equals(head.value(baseline.column()));
    add(profile, isSubject ? WeightedProfile.SUBJECT : WeightedProfile.BASELINE);
  }

  void add(ShownProfile profile, int side) {
    try (Allowance part = memory.part()) {
      addNodes(profile, side, part);
    }
    profiles[side]++;
    totals[side] = totals[side].plus(profile.totals(0));
    while (nodes.tree.size() > maxNodes || (nodes.memory.held() > maxBytes && nodes.canBeFewer())) {
      fold();
    }
  }

  private void addNodes(ShownProfile profile, int side, Allowance part) {
    CallTree tree = profile.tree();
    Longs times = profile.selfTimes(0);
    Longs counts = profile.counts(0);
    Ints reached = reached(tree, List.of(counts), part);
    Ints known = Ints.filled(profile.functions(), -1, part);
    Ints sums = Ints.filled(tree.size(), CallTree.NO_PARENT, part);
    for (int node = 0; node < tree.size(); node++) {
      if (reached.get(node) == 0) {
        continue;
      }
      int function = profile.number(node);
      if (known.get(function) < 0) {
        known.set(function, nodes.number(FunctionRow.of(function, profile, hash)));
      }
      int parent = tree.parent(node);
      int above = parent == CallTree.NO_PARENT ? CallTree.NO_PARENT : sums.get(parent);
      int sum = nodes.node(above, known.get(function));
      sums.set(node, sum);
      nodes.add(sum, side, times.get(node), counts.get(node));
    }
  }

  /** Returns a column with 1 for each node that has samples, and each node around one. */
  static Ints reached(CallTree tree, List<Longs> counts, Allowance memory) {
    Ints reached = Ints.filled(tree.size(), 0, memory);
    for (int node = tree.size() - 1; node >= 0; node--) {
      for (Longs side : counts) {
        if (side.get(node) > 0) {
          reached.set(node, 1);
        }
      }
      if (reached.get(node) > 0 && tree.parent(node) != CallTree.NO_PARENT) {
        reached.set(tree.parent(node), 1);
      }
    }
    return reached;
  }

  /**
   * Folds the smallest nodes into their callers, innermost first, until three quarters are left, so
   * that folding is rare. Those of outermost functions become one. Functions without a node are
   * forgotten.
   */
  private void fold() {
    CallTree tree = nodes.tree;
    Nodes kept = new Nodes(names.size(), memory);
    try (Allowance part = memory.part()) {
      Longs whole = nodes.wholeTimes(part);
      Longs sorted = new Longs(part);
      for (int node = 0; node < tree.size(); node++) {
        sorted.add(whole.get(node));
      }
      sorted.sort();
      int surplus = tree.size() - Math.min(tree.size(), maxNodes) / 4 * 3;
      long limit = sorted.get(surplus - 1);
      long below = sorted.lastUpTo(limit - 1) + 1L;
      long atLimit = surplus - below;
      Ints moved = Ints.filled(tree.size(), 0, part);
      for (int node = tree.size() - 1; node >= 0; node--) {
        boolean isAtLimit = whole.get(node) == limit && atLimit > 0;
        atLimit -= isAtLimit ? 1 : 0;
        moved.set(node, whole.get(node) < limit || isAtLimit ? 1 : 0);
      }
      Ints places = new Ints(part);
      for (int node = 0; node < tree.size(); node++) {
        int parent = tree.parent(node);
        int above = parent == CallTree.NO_PARENT ? CallTree.NO_PARENT : places.get(parent);
        boolean isMoved = moved.get(node) > 0;
        folded += isMoved ? 1 : 0;
        int place;
        if (!isMoved) {
          place = kept.node(above, kept.number(nodes.functions.get(tree.function(node))));
        } else if (above == CallTree.NO_PARENT) {
          place = kept.node(above, kept.number(foldedFunction()));
        } else {
          place = above;
        }
        places.add(place);
        for (int side = 0; side < names.size(); side++) {
          kept.add(place, side, nodes.times.get(side).get(node), nodes.counts.get(side).get(node));
        }
      }
    }
    nodes.memory.close();
    nodes = kept;
  }

  private FunctionRow foldedFunction() {
    return FunctionRow.ofNoScript(
        new ShownFunction(NAME_OF_FOLDED, NAME_OF_FOLDED, "", -1, -1), hash);
  }

  /** Returns the number of profiles of a side. */
  public long profiles(int side) {
    return profiles[side];
  }

  /** Returns the number of profiles of all sides. */
  public long profiles() {
    return Arrays.stream(profiles).sum();
  }

  /** Returns why there is nothing to show; null if there is. */
  public @Nullable String refusal() {
    if (profiles() == 0) {
      return "No profile can be added up.";
    }
    if (baseline == null || Arrays.stream(profiles).allMatch(count -> count > 0)) {
      return null;
    }
    String verb = profiles[WeightedProfile.BASELINE] == 0 ? "has" : "has another value than";
    return "No profile %s %s, so there is nothing to compare.".formatted(verb, baseline);
  }

  /** Returns the number of nodes that were folded into others. */
  public long folded() {
    return folded;
  }

  FunctionRow function(int number) {
    return nodes.functions.get(number);
  }

  /** Returns the sum with each side's own time. */
  WeightedProfile counted() {
    return new Sides(true, false);
  }

  /**
   * Returns the sum to be shown. If it is compared, the baseline's times and samples are scaled to
   * those of the subject, so that they compare as shares.
   *
   * @param isIdentified whether it says which original function each is
   */
  public WeightedProfile normalised(boolean isIdentified) {
    return new Sides(isIdentified, isCompared());
  }

  /** The nodes of the tree, with their functions, and their place by caller and function. */
  private static final class Nodes {
    private static final int FREE = -1;
    private static final int FIRST_SLOTS = 1 << 6;

    /** At most half of the slots are taken. */
    private static final int SLOTS_PER_NODE = 2;

    private final Allowance memory;
    private final CallTree tree;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<FunctionRow> functions = new ArrayList<>();
    private final List<Longs> times;
    private final List<Longs> counts;

    /** Random, so that nobody can make nodes that all have one slot. */
    private final long factor = new SplittableRandom().nextLong() | 1;

    private Ints slots;

    Nodes(int sides, Allowance whole) {
      memory = whole.part();
      tree = new CallTree(memory);
      times = IntStream.range(0, sides).mapToObj(side -> new Longs(memory)).toList();
      counts = IntStream.range(0, sides).mapToObj(side -> new Longs(memory)).toList();
      slots = Ints.filled(FIRST_SLOTS, FREE, memory);
    }

    /** Tells whether folding takes two nodes or more, of which it may leave one. */
    boolean canBeFewer() {
      return tree.size() > 4;
    }

    /**
     * Returns the number of a function. Without an id, functions at several places may have one
     * key; none of the places would be right for all.
     */
    int number(FunctionRow function) {
      Integer known = numbers.get(function.key());
      if (known == null) {
        memory.take(ShownProfile.ENTRY + function.heapBytes());
        known = functions.size();
        numbers.put(function.key(), known);
        functions.add(function);
      } else if (!function.hasId() && !functions.get(known).isAt(function)) {
        functions.set(known, functions.get(known).withoutPlace());
      }
      return known;
    }

    int node(int parent, int function) {
      int slot = slot(parent, function);
      if (slots.get(slot) != FREE) {
        return slots.get(slot);
      }
      int node = tree.add(function, parent);
      times.forEach(side -> side.add(0));
      counts.forEach(side -> side.add(0));
      slots.set(slot, node);
      if (tree.size() > slots.size() / SLOTS_PER_NODE) {
        resize();
      }
      return node;
    }

    private int slot(int parent, int function) {
      long product = ((long) parent << Integer.SIZE | function) * factor;
      int slot = (int) (product >>> (Long.SIZE - Integer.numberOfTrailingZeros(slots.size())));
      while (slots.get(slot) != FREE && !isAt(slots.get(slot), parent, function)) {
        slot = (slot + 1) & (slots.size() - 1);
      }
      return slot;
    }

    private boolean isAt(int node, int parent, int function) {
      return tree.parent(node) == parent && tree.function(node) == function;
    }

    private void resize() {
      Ints larger = Ints.filled(2 * slots.size(), FREE, memory);
      slots.release();
      slots = larger;
      for (int node = 0; node < tree.size(); node++) {
        slots.set(slot(tree.parent(node), tree.function(node)), node);
      }
    }

    void add(int node, int side, long time, long count) {
      times.get(side).set(node, times.get(side).get(node) + time);
      counts.get(side).set(node, counts.get(side).get(node) + count);
    }

    /** Returns the time of each node with all nodes within, of all sides. */
    Longs wholeTimes(Allowance part) {
      Longs whole = Longs.filled(tree.size(), 0, part);
      for (int node = tree.size() - 1; node >= 0; node--) {
        for (Longs side : times) {
          whole.set(node, whole.get(node) + side.get(node));
        }
        int parent = tree.parent(node);
        if (parent != CallTree.NO_PARENT) {
          whole.set(parent, whole.get(parent) + whole.get(node));
        }
      }
      return whole;
    }
  }

  private final class Sides implements WeightedProfile {
    private final boolean isIdentified;
    private final boolean isNormalised;

    Sides(boolean isIdentified, boolean isNormalised) {
      this.isIdentified = isIdentified;
      this.isNormalised = isNormalised;
    }

    @Override
    public Allowance memory() {
      return memory;
    }

    @Override
    public String name(int side) {
      return names.get(side);
    }

    @Override
    public CallTree tree() {
      return nodes.tree;
    }

    @Override
    public int functions() {
      return nodes.functions.size();
    }

    @Override
    public int number(int node) {
      return nodes.tree.function(node);
    }

    @Override
    public ShownFunction shown(int number) {
      return nodes.functions.get(number).shown();
    }

    @Override
    public @Nullable FrameIdentity identity(int number) {
      return isIdentified ? nodes.functions.get(number).identity() : null;
    }

    @Override
    public int sides() {
      return names.size();
    }

    @Override
    public Longs selfTimes(int side) {
      return column(nodes.times, side);
    }

    @Override
    public Longs counts(int side) {
      return column(nodes.counts, side);
    }

    /** Copies a column; the baseline's gets the subject's sum, and loses nothing by rounding. */
    private Longs column(List<Longs> sides, int side) {
      Longs from = sides.get(side);
      double sum = sum(from);
      double subject = isNormalised ? sum(sides.get(SUBJECT)) : 0;
      boolean isScaled = side == BASELINE && sum > 0 && subject > 0;
      double factor = isScaled ? subject / sum : 1;
      Longs to = new Longs(memory);
      long before = 0;
      long written = 0;
      for (int node = 0; node < from.size(); node++) {
        before += from.get(node);
        long scaled = isScaled ? Math.round(before * factor) : before;
        to.add(scaled - written);
        written = scaled;
      }
      return to;
    }

    private static double sum(Longs column) {
      long sum = 0;
      for (int i = 0; i < column.size(); i++) {
        sum += column.get(i);
      }
      return sum;
    }

    @Override
    public Runs runs(int side) {
      Longs times = selfTimes(side);
      Ints stacks = new Ints(memory);
      Longs weights = new Longs(memory);
      for (int node = 0; node < times.size(); node++) {
        if (times.get(node) > 0) {
          stacks.add(node);
          weights.add(times.get(node));
        }
      }
      return new Runs(stacks, weights);
    }

    @Override
    public Totals totals(int side) {
      return totals[side];
    }

    @Override
    public long duration() {
      long all = 0;
      for (int side = 0; side < names.size(); side++) {
        all += totals[side].idle() + totals[side].capped() + (long) sum(nodes.times.get(side));
      }
      return all;
    }
  }
}
