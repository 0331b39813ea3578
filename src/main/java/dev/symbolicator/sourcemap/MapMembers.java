package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Ints;
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

  /** The members of a map that the reader knows. */
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
}
