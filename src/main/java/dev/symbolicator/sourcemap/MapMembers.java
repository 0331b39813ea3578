package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import java.io.IOException;
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
    private final JsonReader in;
    private final int maxSections;
    private int sectionCount;

    private MapMembersParser(byte[] bytes, SourceMapLimits limits, Allowance allowance) {
      this.allowance = allowance;
      JsonText text = new JsonText(bytes, jsonStart(bytes), bytes.length);
      in = new JsonReader(text, limits.nesting(), JsonValues.LONGEST_NUMBER).check(Check.NOTHING);
      maxSections = limits.sections();
    }

    static MapMembers parse(byte[] bytes, SourceMapLimits limits, Allowance allowance)
        throws IOException {
      MapMembersParser parser = new MapMembersParser(bytes, limits, allowance);
      JsonReader in = parser.in;
      if (in.first() != Token.START_OBJECT) {
        int offset = in.start();
        in.skip();
        in.requireEnd();
        throw new MapRejectedException(
            MapProblemKind.NOT_AN_OBJECT, offset, "The map is not a JSON object");
      }
      MapMembers members = parser.map();
      in.requireEnd();
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

    private MapMembers map() throws IOException {
      MapMembers members = new MapMembers(in.start());
      while (in.nextMember()) {
        Member member = Member.of(in.name());
        int offset = in.start();
        boolean isArray = in.isAt(Token.START_ARRAY);
        if (member == Member.SECTIONS) {
          members.putSections(isArray ? sections() : null);
        } else if (member == Member.SOURCES_CONTENT) {
          members.putContents(isArray ? entries() : null);
        }
        in.skip();
        if (member != null) {
          members.put(member, offset, in.end());
        }
      }
      return members;
    }

    /**
     * Notes the entries of an array, since a second pass over the texts of sources is not cheap.
     */
    private Ints entries() throws IOException {
      Ints entries = new Ints(allowance);
      while (in.nextEntry()) {
        entries.add(in.start());
        in.skip();
        entries.add(in.end());
      }
      return entries;
    }

    private List<MembersSection> sections() throws IOException {
      List<MembersSection> sections = new ArrayList<>();
      while (in.nextEntry()) {
        if (++sectionCount > maxSections) {
          throw new MapRejectedException(
              MapProblemKind.TOO_MANY_SECTIONS,
              in.start(),
              "More than " + maxSections + " sections");
        }
        allowance.take(SECTION_BYTES);
        sections.add(section());
      }
      return sections;
    }

    private MembersSection section() throws IOException {
      int start = in.start();
      if (!in.isAt(Token.START_OBJECT)) {
        in.skip();
        return new MembersSection(start, false, -1, -1, null);
      }
      int offset = -1;
      int map = -1;
      MapMembers members = null;
      while (in.nextMember()) {
        String key = in.name();
        if (key.equals("map")) {
          map = in.start();
          members = in.isAt(Token.START_OBJECT) ? map() : null;
        } else if (key.equals("offset")) {
          offset = in.start();
        }
        in.skip();
      }
      return new MembersSection(start, true, offset, map, members);
    }
  }
}
