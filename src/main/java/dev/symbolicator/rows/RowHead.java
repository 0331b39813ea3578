package dev.symbolicator.rows;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.rows.RowsRequest.Dimension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a row says of a profile as a whole.
 *
 * @param profileId the caller's, else 16 hexadecimal digits of the SHA-256 of the profile as it
 *     came
 * @param release empty if neither the profile nor the caller names one
 */
public record RowHead(String profileId, String release, List<Dimension> dimensions) {
  /** The column that every profile has, and that is no dimension. */
  public static final String RELEASE = "release";

  private static final int ID_BYTES = 8;

  /**
   * Reads a profile before anything is left out of it: a dimension is a member of the outermost
   * object, which the page writes beside the trace.
   *
   * @param release for a profile that names none
   * @throws UnreadableException if the value of a dimension is not allowed
   */
  public static RowHead of(TimedProfile profile, RowsRequest wanted, @Nullable String release)
      throws UnreadableException {
    JsonText text = profile.text();
    String id = wanted.profileId() == null ? hash(text) : wanted.profileId();
    String named = profile.release() == null ? release : profile.release();
    return new RowHead(id, named == null ? "" : named, dimensions(text, wanted.dimensions()));
  }

  /** Returns the value of the release, or of a dimension; null if there is no such column. */
  public @Nullable String value(String column) {
    if (column.equals(RELEASE)) {
      return release;
    }
    return dimensions.stream()
        .filter(dimension -> dimension.name().equals(column))
        .map(Dimension::value)
        .findFirst()
        .orElse(null);
  }

  private static String hash(JsonText text) {
    MessageDigest digest = Sha256.digest();
    digest.update(text.bytes(), text.start(), text.end() - text.start());
    return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
  }

  private static List<Dimension> dimensions(JsonText text, List<Dimension> asked)
      throws UnreadableException {
    if (asked.isEmpty()) {
      return asked;
    }
    Map<String, String> values = new HashMap<>();
    asked.forEach(dimension -> values.put(dimension.name(), dimension.value()));
    JsonReader json = ProfileLimits.DEFAULT.reader(text.withoutByteOrderMark());
    try {
      json.next();
      while (json.nextMember()) {
        String name = json.name();
        if (values.containsKey(name) && !json.isAt(Token.VALUE_NULL)) {
          values.put(name, value(json));
        } else {
          json.skip();
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("The text was read before.", impossible);
    }
    return asked.stream()
        .map(each -> new Dimension(each.name(), values.getOrDefault(each.name(), "")))
        .toList();
  }

  private static String value(JsonReader json) throws IOException, UnreadableException {
    String value = json.isAt(Token.VALUE_STRING) ? json.text(Dimension.MAX_BYTES) : null;
    if (value == null || !Dimension.allows(value)) {
      throw UnreadableException.invalid(
          json.pointer(),
          json.start(),
          "A dimension must be a string of at most %d characters, none of them a control character."
              .formatted(Dimension.MAX_LENGTH));
    }
    return value;
  }
}
