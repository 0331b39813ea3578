package dev.symbolicator.maps;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look-up of a script in the library of uploaded maps, by the keys in their order. A key that
 * is higher in the order is more certain. An entry that contradicts a higher key is never used.
 *
 * <ol>
 *   <li>the debug ID that came with the profile
 *   <li>the hash of the script that came with the profile
 *   <li>release and script URL, with its query, then without
 *   <li>release and path
 *   <li>debug ID or hash of the script that the web serves now, among entries of the given release
 *   <li>the script's URL, if the profile names no release
 * </ol>
 *
 * <p>A look-up reads memory only. Each method sees the library as it is then: an upload that comes
 * while the web is asked is found by the next method.
 */
public interface MapSearch {

  /** The key by which an entry was found. */
  enum MatchedKey {
    DEBUG_ID("the debug ID in the profile"),
    SCRIPT_HASH("the script's hash in the profile"),
    RELEASE_AND_URL("release and URL"),
    RELEASE_AND_PATH("release and path"),
    FETCHED_DEBUG_ID("the debug ID of the script on the web"),
    FETCHED_HASH("the hash of the script on the web"),
    URL("the script's URL");

    private final String words;

    MatchedKey(String words) {
      this.words = words;
    }

    /** Returns the key in words, for reports. */
    public String words() {
      return words;
    }
  }

  /** The answer of a look-up. */
  sealed interface MapChoice permits FoundMap, NoMap, Refusal {}

  /** An uploaded map is the script's. */
  record FoundMap(MapEntry entry, MatchedKey key) implements MapChoice {}

  /** The library has nothing to say of the script; the next place is asked. */
  record NoMap() implements MapChoice {
    static final NoMap INSTANCE = new NoMap();
  }

  /**
   * No other place may be asked, since an answer would be of another build.
   *
   * @param reason why
   * @param detail one sentence for people, with near misses and what to do
   */
  record Refusal(RefusalReason reason, String detail) implements MapChoice {}

  /** Why a script has no map although there may be one for another build. */
  enum RefusalReason {
    DEBUG_ID_MISSING,
    RELEASE_MISSING
  }

  /**
   * One key that was tried, for people.
   *
   * @param key such as {@code release and URL}
   * @param value what was looked for; null if the profile does not carry this key
   * @param outcome one sentence: what was found, or why nothing was
   */
  record Step(String key, @Nullable String value, String outcome) {}

  /** Returns the entry that the keys 1 to 4 find; null if none does. */
  @Nullable FoundMap byReference();

  /**
   * Tells whether the keys 5 and 6, or a refusal, may still follow. If not, nothing of the script
   * is in the library, and neither {@link #withContent} nor {@link #withoutContent} need be called.
   * Never waits: while the library changes, they may follow.
   */
  boolean mayFitContent();

  /**
   * Chooses by all keys, once the script that the web serves now is known. {@link NoMap} means that
   * the files on the web may be used.
   *
   * @param web the build that the web serves
   */
  MapChoice withContent(BuildIdentity web);

  /** Chooses by all keys but 5, if the web has no such script or must not be asked. */
  MapChoice withoutContent();

  /**
   * Returns the keys that the last method tries, with near misses, for people. They are tried
   * again.
   */
  List<Step> steps();
}
