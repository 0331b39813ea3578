package dev.symbolicator.identity;

import dev.symbolicator.identity.NormalPath.Origin;
import dev.symbolicator.javascript.FunctionParts;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.SourceTokens;
import dev.symbolicator.javascript.SourceTokens.SourceToken;
import dev.symbolicator.memory.Allowance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys {@code f1} of the functions of one original text: the same for the same function in each
 * release, whichever builder and minifier made the script. A function's key is its segment, what it
 * is called and where it is passed to, below the keys of the functions with names and the classes
 * and namespaces around it. Functions with equal bases are told apart by the first name that they
 * call, and then by their order.
 *
 * <p>{@code f1} is frozen: an id that changes needs another name. {@code docs/identity.md} has the
 * definition.
 */
public final class FunctionKeys {
  private static final int PIECE = 1 << 13;

  private static final String TOP_LEVEL = "m:";
  private static final char PARENT_END = '\u0001';
  private static final char FIRST_BEGIN = '\u0004';
  private static final char ORDINAL_BEGIN = '\u0005';

  /** Heap bytes for a function while keys are made: its node, its key, and equal ones. */
  private static final int BYTES_IN_WORK = 400;

  /** Heap bytes for a function beside the characters of its role. */
  private static final int BYTES = 3 * Long.BYTES;

  private final Stability stability;
  private final long topLevel;
  private final long[] ids;
  private final long[] bodies;
  private final @Nullable String[] roles;

  /** How long an id stays valid. */
  public enum Stability {
    /** As long as names and roles stay. */
    NAME,
    /** As long as the whole text stays, since its names were minified before. */
    TEXT,
    /** There are no ids. */
    NONE
  }

  private FunctionKeys(Stability stability, long topLevel, int size) {
    this.stability = stability;
    this.topLevel = topLevel;
    ids = new long[size];
    bodies = new long[size];
    roles = new String[size];
  }

  /**
   * Finds the keys of a text's functions.
   *
   * @param path the normal path of the source
   * @param namespace sets the sources of one application apart from those of others; may be empty
   * @param text the whole text of the source
   * @param scanned the text that was outlined: of a component file, its scripts
   * @param outline its functions; it must be understood
   */
  public static FunctionKeys of(
      NormalPath path,
      String namespace,
      String text,
      String scanned,
      Outline outline,
      Allowance allowance) {
    allowance.take((long) BYTES * outline.size());
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) BYTES_IN_WORK * outline.size());
      FunctionParts parts = outline.parts(whileReading);
      whileReading.take((long) BYTES_IN_WORK * (parts.size() - outline.size()));
      SourceTokens tokens = outline.tokens(scanned, whileReading);
      ShortHash hash = new ShortHash();
      KeyTree tree = new KeyTree(outline, parts, tokens, hash);
      boolean isMinified = MinifiedText.is(text, tree, outline, parts);
      String tag = isMinified ? textTag(text, hash) : "";
      byte[] prefix = ShortHash.utf8(prefix(path, namespace, tag));
      Stability stability =
          path.origin() == Origin.UNKNOWN
              ? Stability.NONE
              : isMinified ? Stability.TEXT : Stability.NAME;
      FunctionKeys keys = new FunctionKeys(stability, hash.of(prefix, TOP_LEVEL), outline.size());
      BodyHashes bodies = new BodyHashes(outline, parts, tokens, hash, whileReading);
      for (Node node : tree.functions) {
        if (node != null) {
          keys.ids[node.number] = hash.of(prefix, node.key);
          keys.bodies[node.number] = bodies.of(node.number);
          String role = node.role();
          allowance.take((long) Character.BYTES * role.length());
          keys.roles[node.number] = role;
        }
      }
      return keys;
    }
  }

  /** Hashes a text in pieces, since a copy of it may be too large. */
  private static String textTag(String text, ShortHash hash) {
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + PIECE);
      char last = text.charAt(to - 1);
      if (to < text.length() && (last == '\r' || Character.isHighSurrogate(last))) {
        to++;
      }
      byte[] piece =
          ShortHash.utf8(text.substring(from, to).replace("\r\n", "\n").replace('\r', '\n'));
      hash.add(piece, 0, piece.length);
      from = to;
    }
    return ShortHash.hex(hash.finish());
  }

  private static String prefix(NormalPath path, String namespace, String tag) {
    String packageName = path.packageName();
    boolean isRuntime = packageName.isEmpty() && path.origin() == Origin.RUNTIME;
    return String.join(
        "\0",
        "f1",
        packageName.isEmpty() ? namespace : "",
        isRuntime ? "#runtime" : packageName,
        path.path(),
        tag,
        "");
  }

  public Stability stability() {
    return stability;
  }

  /** Tells whether a row of the outline is a function; others are never reported. */
  public boolean has(int row) {
    return roles[row] != null;
  }

  /** Returns the id of a function, of 64 bits; 0 if it has none. */
  public long id(int row) {
    return stability == Stability.NONE ? 0 : ids[row];
  }

  /** Returns the id of the text's top level; 0 if it has none. */
  public long topLevel() {
    return stability == Stability.NONE ? 0 : topLevel;
  }

  /** Returns the hash {@code b1} of a function's tokens, of 64 bits; 0 if it has none. */
  public long bodyHash(int row) {
    return bodies[row];
  }

  /**
   * Returns what describes a function that is known by its place, such as {@code useEffect[0] in
   * Cart}; empty for others. {@link #shownRole} makes it a text for people.
   */
  public String role(int row) {
    String role = roles[row];
    return role == null ? "" : role;
  }

  /** Returns a role with the strings of the source in it, or without them. */
  public static String shownRole(String role, boolean showsLiterals) {
    StringBuilder shown = new StringBuilder();
    boolean isLiteral = false;
    for (int i = 0; i < role.length(); i++) {
      char unit = role.charAt(i);
      if (unit == Segment.LITERAL_MARK) {
        isLiteral = !isLiteral;
      } else if (showsLiterals || !isLiteral) {
        shown.append(unit);
      }
    }
    return shown.toString();
  }

  /** A function, class or namespace in the tree of names. */
  private static final class Node {
    final int number;
    final String kind;
    final Segment segment;
    final @Nullable Node parent;
    final int depth;
    String key = "";
    private @Nullable String hash;

    Node(int number, String kind, Segment segment, @Nullable Node parent) {
      this.number = number;
      this.kind = kind;
      this.segment = segment;
      this.parent = parent;
      depth = parent == null ? 0 : parent.depth + 1;
    }

    String base(ShortHash hashes) {
      String own = kind + ":" + segment.key();
      return parent == null ? own : parent.hash(hashes) + PARENT_END + own;
    }

    /** Parents are hashed, so that keys stay short in deep functions. */
    private String hash(ShortHash hashes) {
      String known = hash;
      if (known == null) {
        known = ShortHash.hex(hashes.of(key));
        hash = known;
      }
      return known;
    }

    String role() {
      if (segment.role().isEmpty()) {
        return "";
      }
      return parent == null ? segment.shown() : segment.shown() + " in " + parent.segment.shown();
    }
  }

  /** Builds the tree of a text, and gives its keys from the top. */
  private static final class KeyTree {
    private final Outline outline;
    private final FunctionParts parts;

    /** The functions by row. */
    final @Nullable Node[] functions;

    /** By container, the node for what is in it. */
    private final @Nullable Node[] around;

    private final boolean[] isAroundKnown;
    private final boolean[] hasConstructor;
    private final List<List<Node>> levels = new ArrayList<>();

    KeyTree(Outline outline, FunctionParts parts, SourceTokens tokens, ShortHash hash) {
      this.outline = outline;
      this.parts = parts;
      functions = new Node[outline.size()];
      around = new Node[parts.size()];
      isAroundKnown = new boolean[parts.size()];
      hasConstructor = new boolean[outline.size()];
      for (int row = 0; row < outline.size(); row++) {
        if (parts.isConstructor(row) && outline.body(row) >= 0) {
          hasConstructor[outline.owner(row)] = true;
        }
      }
      for (int place = 0; place < outline.size(); place++) {
        addFunction(parts.inTextOrder(place));
      }
      giveKeys(hash, new FirstNames(outline, parts, tokens));
    }

    private void addFunction(int row) {
      switch (outline.kind(row)) {
        case CLASS -> {
          if (!hasConstructor[row]) {
            functions[row] = node(row, "c", Segment.named("constructor"), around(row));
          }
        }
        case INSTANCE_FIELDS -> addFields(row, "i", "<fields>");
        case STATIC_FIELDS -> addFields(row, "t", "<static>");
        case ARROW -> addWritten(row, aroundOf(row));
        case DECLARATION, EXPRESSION, METHOD -> {
          if (outline.body(row) >= 0) {
            addWritten(row, aroundOf(row));
          }
        }
      }
    }

    private static boolean isFields(FunctionKind kind) {
      return kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
    }

    private void addFields(int row, String kind, String name) {
      if (outline.first(row) == row) {
        functions[row] = node(row, kind, Segment.named(name), aroundOf(row));
      }
    }

    /** Adds a function, unless one within it was met before. */
    private Node addWritten(int row, @Nullable Node parent) {
      Node known = functions[row];
      if (known == null) {
        known = node(row, kind(row), Segment.of(parts.parts(row)), parent);
        functions[row] = known;
      }
      return known;
    }

    private String kind(int row) {
      if (parts.isConstructor(row)) {
        return "c";
      }
      String kind = parts.isGetter(row) ? "g" : parts.isSetter(row) ? "s" : "f";
      return parts.isStatic(row) ? kind + "s" : kind;
    }

    private Node node(int number, String kind, Segment segment, @Nullable Node parent) {
      Node node = new Node(number, kind, segment, parent);
      while (levels.size() <= node.depth) {
        levels.add(new ArrayList<>());
      }
      levels.get(node.depth).add(node);
      return node;
    }

    private @Nullable Node aroundOf(int number) {
      return around(parts.container(number));
    }

    /** Returns the node around what is in a container; containers may be nested very deeply. */
    private @Nullable Node around(int container) {
      Deque<Integer> unknown = new ArrayDeque<>();
      int number = container;
      while (number != FunctionParts.TOP_LEVEL && !isAroundKnown[number]) {
        unknown.push(number);
        number = parts.container(number);
      }
      Node node = number == FunctionParts.TOP_LEVEL ? null : around[number];
      while (!unknown.isEmpty()) {
        int inner = unknown.pop();
        node = within(inner, node);
        around[inner] = node;
        isAroundKnown[inner] = true;
      }
      return node;
    }

    /** Functions without a name are no parents: they come and go. */
    private @Nullable Node within(int container, @Nullable Node parent) {
      if (parts.isNamespace(container)) {
        return node(container, "n", Segment.of(parts.parts(container)), parent);
      }
      if (outline.kind(container) == FunctionKind.CLASS) {
        return node(container, "k", Segment.of(parts.parts(container)), parent);
      }
      return parts.parts(container).names().isEmpty() ? parent : addWritten(container, parent);
    }

    /**
     * Goes level by level, since equal functions may be in different functions without names, and
     * parents must be told apart before.
     */
    private void giveKeys(ShortHash hash, FirstNames firstNames) {
      for (List<Node> level : levels) {
        Map<String, Node> firsts = new HashMap<>();
        Map<String, List<Node>> equals = new HashMap<>();
        for (Node node : level) {
          node.key = node.base(hash);
          Node first = node.kind.equals("n") ? null : firsts.putIfAbsent(node.key, node);
          if (first != null) {
            equals.computeIfAbsent(node.key, key -> new ArrayList<>(List.of(first))).add(node);
          }
        }
        equals.values().forEach(group -> tellApart(group, firstNames));
      }
    }

    private static void tellApart(List<Node> group, FirstNames firstNames) {
      Map<String, Integer> counts = new HashMap<>();
      for (Node node : group) {
        String first = firstNames.of(node.number);
        int ordinal = counts.merge(first, 1, Integer::sum) - 1;
        node.key += (first.isEmpty() ? "" : FIRST_BEGIN + first);
        node.key += (ordinal == 0 ? "" : ORDINAL_BEGIN + String.valueOf(ordinal));
      }
    }
  }

  /**
   * The first name that a function calls, else its first string: an edit elsewhere leaves them as
   * they are. What functions and classes within it call does not count.
   */
  private static final class FirstNames {
    private static final int LONGEST_STRING = 40;

    private static final Set<String> WORDS =
        Set.of(
            "if",
            "for",
            "while",
            "switch",
            "catch",
            "with",
            "function",
            "return",
            "typeof",
            "void",
            "delete",
            "in",
            "of",
            "instanceof",
            "await",
            "yield",
            "case",
            "do",
            "else",
            "throw",
            "new",
            "async",
            "get",
            "set",
            "static",
            "super",
            "import",
            "class",
            "extends",
            "var",
            "let",
            "const",
            "default",
            "break",
            "continue");

    private final Outline outline;
    private final FunctionParts parts;
    private final SourceTokens tokens;

    FirstNames(Outline outline, FunctionParts parts, SourceTokens tokens) {
      this.outline = outline;
      this.parts = parts;
      this.tokens = tokens;
    }

    String of(int row) {
      FunctionKind kind = outline.kind(row);
      return kind == FunctionKind.CLASS || KeyTree.isFields(kind) ? "" : first(row);
    }

    private String first(int row) {
      int end = outline.end(row);
      int place = parts.placeFrom(parts.begin(row) + 1);
      tokens.moveTo(outline.start(row));
      String string = "";
      String word = "";
      while (tokens.next() && tokens.start() < end) {
        while (place < outline.size() && !isHole(place, tokens.start())) {
          place++;
        }
        int hole = place < outline.size() ? parts.inTextOrder(place) : -1;
        if (hole >= 0 && parts.begin(hole) <= tokens.start()) {
          tokens.skipTo(outline.end(hole));
          place = parts.placeFrom(outline.end(hole));
          word = "";
          continue;
        }
        if (!word.isEmpty() && tokens.is("(")) {
          return word;
        }
        SourceToken kind = tokens.kind();
        if (string.isEmpty() && (kind == SourceToken.STRING || kind == SourceToken.ATTRIBUTE)) {
          String value = tokens.value();
          string = '"' + value.substring(0, Math.min(value.length(), LONGEST_STRING));
        }
        if (kind == SourceToken.WORD) {
          word = tokens.word();
          word = WORDS.contains(word) ? "" : word;
        } else if (!tokens.is("?.")) {
          word = "";
        }
      }
      return string;
    }

    /** Tells whether a place in the order is that of a function or class that ends behind. */
    private boolean isHole(int place, int offset) {
      int row = parts.inTextOrder(place);
      FunctionKind kind = outline.kind(row);
      return !KeyTree.isFields(kind)
          && (kind == FunctionKind.ARROW || outline.body(row) >= 0)
          && outline.end(row) > offset;
    }
  }

  /**
   * Tells texts whose names were minified before they became sources: such names say nothing across
   * releases.
   */
  private static final class MinifiedText {
    private static final int LEAST_LENGTH = 500;
    private static final int LONG_LINES = 120;
    private static final int LEAST_NAMES = 20;
    private static final int SHORT_NAME = 2;

    private MinifiedText() {}

    static boolean is(String text, KeyTree tree, Outline outline, FunctionParts parts) {
      return hasLongLines(text) || hasShortNames(tree, outline, parts);
    }

    private static boolean hasLongLines(String text) {
      if (text.length() < LEAST_LENGTH) {
        return false;
      }
      long lines = 1;
      int feed = text.indexOf('\n');
      int carriage = text.indexOf('\r');
      while ((feed >= 0 || carriage >= 0) && text.length() >= LONG_LINES * lines) {
        lines++;
        int end = feed < 0 || (carriage >= 0 && carriage < feed) ? carriage : feed;
        int behind = end == carriage && feed == end + 1 ? end + 2 : end + 1;
        feed = feed >= behind || feed < 0 ? feed : text.indexOf('\n', behind);
        carriage = carriage >= behind || carriage < 0 ? carriage : text.indexOf('\r', behind);
      }
      return text.length() >= LONG_LINES * lines;
    }

    private static boolean hasShortNames(KeyTree tree, Outline outline, FunctionParts parts) {
      int names = 0;
      int shortNames = 0;
      for (int row = 0; row < outline.size(); row++) {
        boolean isWritten = tree.functions[row] != null && outline.kind(row) != FunctionKind.CLASS;
        String holder = isWritten ? parts.parts(row).holder() : null;
        if (holder != null && isPlain(holder)) {
          names++;
          shortNames += holder.length() <= SHORT_NAME ? 1 : 0;
        }
      }
      return names >= LEAST_NAMES && 10 * shortNames >= 7 * names;
    }

    private static boolean isPlain(String holder) {
      return holder.indexOf('.') < 0 && holder.indexOf('[') < 0 && holder.indexOf('{') < 0;
    }
  }
}
