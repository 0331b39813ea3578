package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.MapMembers.MembersSection;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates the JSON text in one pass, and notes the places of the members of maps. Sections are
 * parsed in that pass: a walk through a nested index map level by level would cost its size times
 * its depth.
 */
final class MapMembersParser {

  /** The most memory that the notes of a section take. */
  private static final int SECTION_BYTES = 800;

  private final Allowance allowance;
  private final byte[] bytes;
  private final MapScanner in;
  private final int maxSections;
  private int sectionCount;

  private MapMembersParser(byte[] bytes, SourceMapLimits limits, Allowance allowance) {
    this.allowance = allowance;
    this.bytes = bytes;
    in = new MapScanner(bytes, jsonStart(bytes), limits.nesting());
    maxSections = limits.sections();
  }

  static MapMembers parse(byte[] bytes, SourceMapLimits limits, Allowance allowance)
      throws MapRejectedException {
    MapMembersParser parser = new MapMembersParser(bytes, limits, allowance);
    MapScanner in = parser.in;
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

  /** Notes the entries of an array, since a second pass over the texts of sources is not cheap. */
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
