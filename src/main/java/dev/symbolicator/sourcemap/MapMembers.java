package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of one map's members in the JSON text. Nothing but the structure has been read yet, so
 * the order of members does not matter. Offsets are in bytes.
 */
final class MapMembers {

  enum Member {
    VERSION("version"),
    FILE("file"),
    SOURCE_ROOT("sourceRoot"),
    SOURCES("sources"),
    SOURCES_CONTENT("sourcesContent"),
    NAMES("names"),
    MAPPINGS("mappings"),
    IGNORE_LIST("ignoreList"),
    GOOGLE_IGNORE_LIST("x_google_ignoreList"),
    DEBUG_ID("debugId"),
    SENTRY_DEBUG_ID("debug_id"),
    SCOPES("scopes"),
    FUNCTION_MAPPINGS("x_com_bloomberg_sourcesFunctionMappings"),
    FACEBOOK_SOURCES("x_facebook_sources"),
    SECTIONS("sections");

    /** In bytes, with each character written as an escape. */
    static final int LONGEST_KEY = 6 * FUNCTION_MAPPINGS.key.length();

    private static final Map<String, Member> BY_KEY = new HashMap<>();

    static {
      for (Member member : values()) {
        BY_KEY.put(member.key, member);
      }
    }

    private final String key;

    Member(String key) {
      this.key = key;
    }

    static @Nullable Member of(String key) {
      return BY_KEY.get(key);
    }

    @Override
    public String toString() {
      return key;
    }
  }

  /**
   * One entry of {@code sections}.
   *
   * @param start offset of the entry
   * @param isObject whether the entry is an object
   * @param offset offset of the value of its {@code offset}, or -1
   * @param map offset of the value of its {@code map}, or -1
   * @param members the members of its {@code map}; null if that is not an object
   */
  record MembersSection(
      int start, boolean isObject, int offset, int map, @Nullable MapMembers members) {}

  private record Value(int start, int end) {}

  private final int start;
  private final Map<Member, Value> values = new EnumMap<>(Member.class);
  private @Nullable Ints contents;
  private @Nullable List<MembersSection> sections;

  MapMembers(int start) {
    this.start = start;
  }

  void put(Member member, int offset, int end) {
    values.put(member, new Value(offset, end));
  }

  /** Notes the entries of {@code sections}; null if its value is not an array. */
  void putSections(@Nullable List<MembersSection> list) {
    sections = list;
  }

  /** Notes the entries of {@code sourcesContent}; null if its value is not an array. */
  void putContents(@Nullable Ints entries) {
    contents = entries;
  }

  /** Returns the offset of the map's opening brace. */
  int start() {
    return start;
  }

  boolean has(Member member) {
    return values.containsKey(member);
  }

  /** Returns the offset of a member's value, or of the map if the member is absent. */
  int offset(Member member) {
    return valueOf(member).start();
  }

  /** Returns the offset after a member's value, or of the map if the member is absent. */
  int end(Member member) {
    return valueOf(member).end();
  }

  /**
   * Returns two offsets for each entry of {@code sourcesContent}, its start and its end; null if
   * the member is absent or not an array.
   */
  @Nullable Ints contents() {
    return contents;
  }

  /** Returns the sections; null if {@code sections} is absent or not an array. */
  @Nullable List<MembersSection> sections() {
    return sections;
  }

  private Value valueOf(Member member) {
    return values.getOrDefault(member, new Value(start, start));
  }

  /**
   * Validates the JSON text in one pass, and notes the places of the members of maps. Sections are
   * parsed in that pass: a walk through a nested index map level by level would cost its size times
   * its depth.
   */
  static final class MapMembersParser {

    /** The most memory that the notes of a section take. */
    private static final int SECTION_BYTES = 800;

    private final Allowance allowance;
    private final byte[] bytes;
    private final JsonScanner in;
    private final int maxSections;
    private int sectionCount;

    private MapMembersParser(byte[] bytes, SourceMapLimits limits, Allowance allowance) {
      this.allowance = allowance;
      this.bytes = bytes;
      in = new JsonScanner(bytes, jsonStart(bytes), limits.nesting());
      maxSections = limits.sections();
    }

    static MapMembers parse(byte[] bytes, SourceMapLimits limits, Allowance allowance)
        throws MapRejectedException {
      MapMembersParser parser = new MapMembersParser(bytes, limits, allowance);
      JsonScanner in = parser.in;
      if (in.peek() != '{') {
        int offset = in.position();
        in.skipValue();
        in.end();
        throw new MapRejectedException(
            MapProblemKind.NOT_AN_OBJECT, offset, "The map is not a JSON object");
      }
      MapMembers members = parser.map();
      in.end();
      return members;
    }

    /** Returns the offset after a byte order mark or a first line that begins with {@code )]}'}. */
    private static int jsonStart(byte[] bytes) {
      if (startsWith(bytes, 0xEF, 0xBB, 0xBF)) {
        return 3;
      }
      if (!startsWith(bytes, ')', ']', '}', '\'')) {
        return 0;
      }
      int end = 4;
      while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
        end++;
      }
      return end;
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
      if (bytes.length < prefix.length) {
        return false;
      }
      for (int i = 0; i < prefix.length; i++) {
        if (bytes[i] != (byte) prefix[i]) {
          return false;
        }
      }
      return true;
    }

    private MapMembers map() throws MapRejectedException {
      MapMembers members = new MapMembers(in.position());
      for (boolean has = in.enter(); has; has = in.more()) {
        Member member = Member.of(JsonValues.key(bytes, in));
        int first = in.peek();
        int offset = in.position();
        if (member == Member.SECTIONS) {
          members.putSections(first == '[' ? sections() : null);
        } else if (member == Member.SOURCES_CONTENT) {
          members.putContents(first == '[' ? entries() : null);
        }
        if (in.position() == offset) {
          in.skipValue();
        }
        if (member != null) {
          members.put(member, offset, in.position());
        }
      }
      return members;
    }

    /**
     * Notes the entries of an array, since a second pass over the texts of sources is not cheap.
     */
    private Ints entries() throws MapRejectedException {
      Ints entries = new Ints(allowance);
      for (boolean has = in.enter(); has; has = in.more()) {
        in.peek();
        entries.add(in.position());
        in.skipValue();
        entries.add(in.position());
      }
      return entries;
    }

    private List<MembersSection> sections() throws MapRejectedException {
      List<MembersSection> sections = new ArrayList<>();
      for (boolean has = in.enter(); has; has = in.more()) {
        if (++sectionCount > maxSections) {
          throw new MapRejectedException(
              MapProblemKind.TOO_MANY_SECTIONS,
              in.position(),
              "More than " + maxSections + " sections");
        }
        allowance.take(SECTION_BYTES);
        sections.add(section());
      }
      return sections;
    }

    private MembersSection section() throws MapRejectedException {
      boolean isObject = in.peek() == '{';
      int start = in.position();
      if (!isObject) {
        in.skipValue();
        return new MembersSection(start, false, -1, -1, null);
      }
      int offset = -1;
      int map = -1;
      MapMembers members = null;
      for (boolean has = in.enter(); has; has = in.more()) {
        String key = JsonValues.key(bytes, in);
        boolean valueIsObject = in.peek() == '{';
        if (key.equals("map")) {
          map = in.position();
          members = valueIsObject ? map() : null;
          if (valueIsObject) {
            continue;
          }
        } else if (key.equals("offset")) {
          offset = in.position();
        }
        in.skipValue();
      }
      return new MembersSection(start, true, offset, map, members);
    }
  }
}
