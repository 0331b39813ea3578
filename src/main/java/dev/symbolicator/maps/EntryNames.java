package dev.symbolicator.maps;

import dev.symbolicator.maps.MapEntry.ScriptName;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a scope's objects. The entry is the truth; a pointer is an empty object whose name
 * says by which key the entry is found, and enough of the entry to choose among several.
 *
 * <pre>
 * content/ab/[SHA-256]-[size]                    the bytes of maps and scripts, gzip
 * entry/ab/[entry ID]                            the entry as JSON
 * by-debug-id/ab/[debug ID]-[tail]               pointers, of which each key's newest comes first
 * by-script/ab/[content]-[tail]
 * by-url/ab/[URL or path]-[release]-[tail]
 * by-file/ab/[file name]-[tail]
 * by-release/ab/[release]-[tail]
 * by-time/[first digits of the tail]/[tail]
 * by-content/ab/[SHA-256]-[tail]
 * prefixes/[prefixes]                            a list of URL prefixes as JSON
 * used/[release or entry]-[day]                  empty: the release was used on this day
 * note/[time]-[hash]                             entries whose pointers may have to be deleted
 * changes                                        random, replaced by each upload and deletion
 * size                                           the sum of all contents, counted now and then
 * </pre>
 *
 * <p>Keys and parts of the tail are beginnings of hashes, so whoever finds an entry compares its
 * own values. The folder {@code ab}, the beginning of what follows, keeps folders small.
 */
record EntryNames(String scope) {
  /** Has an object for each scope. No scope has this name, since a scope has no underscore. */
  static final String SCOPES = "_scopes/";

  private static final int FAN = 2;
  private static final int KEY = 16;
  private static final int SHORT_KEY = 12;
  private static final int TIME = 13;
  private static final int TIME_FAN = 5;
  private static final long LATEST = 9_999_999_999_999L;

  /**
   * The end of a pointer's name: the inverted time of the upload, the entry's ID, and hashes of
   * fixed lengths of release, dist, map, script, debug ID, name and prefixes.
   */
  record Pointer(String tail) implements Comparable<Pointer> {
    private static final int ID = TIME + 1;
    private static final int RELEASE = ID + MapEntry.ID_DIGITS + 1;
    private static final int DIST = RELEASE + SHORT_KEY + 1;
    private static final int MAP = DIST + SHORT_KEY + 1;
    private static final int SCRIPT = MAP + KEY + 1;
    private static final int DEBUG_ID = SCRIPT + KEY + 1;
    private static final int NAME = DEBUG_ID + KEY + 1;
    private static final int PREFIXES = NAME + KEY + 1;
    private static final int LENGTH = PREFIXES + SHORT_KEY;

    static Pointer of(MapEntry entry) {
      return new Pointer(
          String.join(
              "-",
              String.format(Locale.ROOT, "%013d", LATEST - entry.uploadedAt()),
              entry.id(),
              EntryNames.release(entry.release()),
              EntryNames.release(entry.dist()),
              entry.map().sha256().substring(0, KEY),
              key(entry.contentSha256()),
              key(entry.debugId()),
              EntryNames.name(ScriptName.of(entry.script())),
              EntryNames.prefixes(entry.prefixes())));
    }

    /** Reads the end of an object's name; null if the object is no pointer. */
    static @Nullable Pointer parse(String name) {
      int from = name.length() - LENGTH;
      String tail = from < 1 ? "" : name.substring(from);
      return tail.matches("\\d{13}-[0-9a-f-]+") && "-/".indexOf(name.charAt(from - 1)) >= 0
          ? new Pointer(tail)
          : null;
    }

    private String part(int at, int length) {
      return tail.substring(at, at + length);
    }

    long uploadedAt() {
      return LATEST - Long.parseLong(part(0, TIME));
    }

    String id() {
      return part(ID, MapEntry.ID_DIGITS);
    }

    String release() {
      return part(RELEASE, SHORT_KEY);
    }

    String dist() {
      return part(DIST, SHORT_KEY);
    }

    String map() {
      return part(MAP, KEY);
    }

    String script() {
      return part(SCRIPT, KEY);
    }

    String debugId() {
      return part(DEBUG_ID, KEY);
    }

    String name() {
      return part(NAME, KEY);
    }

    String prefixes() {
      return part(PREFIXES, SHORT_KEY);
    }

    /** Compares such that the newest comes first; of one time, the one with the lesser ID. */
    @Override
    public int compareTo(Pointer other) {
      return tail.compareTo(other.tail);
    }
  }

  private static String hash(@Nullable String text, int digits) {
    return text == null
        ? "0".repeat(digits)
        : Sha256.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, digits);
  }

  /** Returns the part that stands for a debug ID or a hash; zeros for none. */
  static String key(@Nullable String text) {
    return hash(text, KEY);
  }

  /** Returns the part that stands for a release or a dist; zeros for none. */
  static String release(@Nullable String release) {
    return hash(release, SHORT_KEY);
  }

  /** Returns the part that stands for a URL or a path, in whichever spelling. */
  static String name(ScriptName name) {
    return hash(name.comparable().toString(), KEY);
  }

  /** Returns the part that stands for a list of prefixes; zeros for none. */
  static String prefixes(List<String> prefixes) {
    return hash(prefixes.isEmpty() ? null : String.join("\n", prefixes), SHORT_KEY);
  }

  private String of(String kind, String key) {
    return scope + '/' + kind + '/' + key.substring(0, FAN) + '/' + key;
  }

  String entry(String id) {
    return of("entry", id);
  }

  String prefixList(String prefixes) {
    return scope + "/prefixes/" + prefixes;
  }

  String changes() {
    return scope + "/changes";
  }

  String size() {
    return scope + "/size";
  }

  String notes() {
    return scope + "/note/";
  }

  String entries() {
    return scope + "/entry/";
  }

  String used() {
    return scope + "/used/";
  }

  /** Returns the name that says that a release, or an entry without one, was used on a day. */
  String used(@Nullable String release, String id, long day) {
    String key = release == null ? "e" + id : "r" + release(release);
    return used() + key + String.format(Locale.ROOT, "-%06d", day);
  }

  String ofDebugId(String debugId) {
    return of("by-debug-id", key(debugId)) + '-';
  }

  String ofScript(String contentSha256) {
    return of("by-script", key(contentSha256)) + '-';
  }

  /** Returns the prefix of the pointers of a URL or path, in any release or none. */
  String ofName(ScriptName name) {
    return of("by-url", name(name)) + '-';
  }

  String ofBuild(ScriptName name, @Nullable String release) {
    return ofName(name) + release(release) + '-';
  }

  /** Returns the prefix of the pointers of scripts whose last segment looks like a given one. */
  String ofFile(String file) {
    return of("by-file", key(ScriptName.lookalike(file))) + '-';
  }

  String ofRelease(String release) {
    return ofReleaseKey(release(release));
  }

  String ofReleaseKey(String release) {
    return of("by-release", release) + '-';
  }

  String ofTime() {
    return scope + "/by-time/";
  }

  /** Returns the prefix of the pointers that keep content from being deleted. */
  String ofContent(BlobId content) {
    return of("by-content", content.sha256().substring(0, KEY)) + '-';
  }

  static String pointer(String prefix, Pointer pointer) {
    return prefix.endsWith("-")
        ? prefix + pointer.tail()
        : prefix + pointer.tail().substring(0, TIME_FAN) + '/' + pointer.tail();
  }

  List<String> contentPointers(MapEntry entry) {
    Pointer pointer = Pointer.of(entry);
    return contents(entry).map(each -> pointer(ofContent(each), pointer)).toList();
  }

  static Stream<BlobId> contents(MapEntry entry) {
    return Stream.of(entry.map(), entry.text()).filter(Objects::nonNull).map(BlobId.class::cast);
  }

  List<String> pointers(MapEntry entry) {
    ScriptName name = ScriptName.of(entry.script());
    List<String> prefixes = new ArrayList<>(List.of(ofTime(), ofBuild(name, entry.release())));
    if (!name.file().isEmpty()) {
      prefixes.add(ofFile(name.file()));
    }
    if (entry.debugId() != null) {
      prefixes.add(ofDebugId(entry.debugId()));
    }
    if (entry.contentSha256() != null) {
      prefixes.add(ofScript(entry.contentSha256()));
    }
    if (entry.release() != null) {
      prefixes.add(ofRelease(entry.release()));
    }
    Pointer pointer = Pointer.of(entry);
    return prefixes.stream().map(prefix -> pointer(prefix, pointer)).toList();
  }
}
