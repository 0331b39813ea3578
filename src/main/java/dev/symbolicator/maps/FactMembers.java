package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import dev.symbolicator.maps.objects.BlobId;
import dev.symbolicator.sourcemap.link.DebugId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The members of one fact of the journal, by name: texts, longs and lists of texts. Unknown members
 * are ignored.
 */
final class FactMembers {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern SCOPE = Pattern.compile("[a-z0-9-]{1,100}");
  private static final int LAST_DAY = 1 << 24;

  /** Larger sizes and later times are damage. */
  private static final long LARGEST = 1L << 48;

  private final Map<String, Object> members = new HashMap<>();

  void put(String name, Object value) {
    members.put(name, value);
  }

  /**
   * Makes a fact of the members.
   *
   * @throws JournalFormatException if a member is missing or wrong, or the kind is unknown
   */
  JournalFact fact(String kind) throws JournalFormatException {
    return switch (kind) {
      case "add" -> new EntryAdded(entry());
      case "delete" -> new EntryDeleted(scope(), id(), number("at"));
      case "use" -> new EntryUsed(scope(), id(), day());
      default -> throw JournalReader.damaged("a kind of fact is unknown");
    };
  }

  private MapEntry entry() throws JournalFormatException {
    String textHash = optionalHash("text");
    return new MapEntry(
        scope(),
        script(),
        optional("release"),
        optional("dist"),
        debugId(),
        optional("project"),
        new BlobId(required("map", optionalHash("map")), number("mapSize")),
        textHash == null ? null : new BlobId(textHash, number("textSize")),
        optionalHash("content"),
        prefixes(),
        text("by"),
        number("at"));
  }

  private String scope() throws JournalFormatException {
    String scope = text("scope");
    if (!SCOPE.matcher(scope).matches()) {
      throw JournalReader.damaged("scope is not a scope");
    }
    return scope;
  }

  private String script() throws JournalFormatException {
    String script = text("script");
    if (MapEntry.canonicalScript(script) == null) {
      throw JournalReader.damaged("script is neither a URL nor a path");
    }
    return script;
  }

  private String text(String name) throws JournalFormatException {
    return required(name, optional(name));
  }

  private static <T> T required(String name, @Nullable T value) throws JournalFormatException {
    if (value == null) {
      throw JournalReader.damaged(name + " is missing");
    }
    return value;
  }

  private @Nullable String optional(String name) throws JournalFormatException {
    Object value = members.get(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw JournalReader.damaged(name + " is not a text");
  }

  private @Nullable String optionalHash(String name) throws JournalFormatException {
    String value = optional(name);
    if (value != null && !HASH.matcher(value).matches()) {
      throw JournalReader.damaged(name + " is not a hash");
    }
    return value;
  }

  private @Nullable String debugId() throws JournalFormatException {
    String value = optional("debugId");
    if (value != null && !value.equals(DebugId.canonical(value))) {
      throw JournalReader.damaged("debugId is not a debug ID");
    }
    return value;
  }

  private EntryId id() throws JournalFormatException {
    return required("id", EntryId.parse(text("id")));
  }

  private long number(String name) throws JournalFormatException {
    if (members.get(name) instanceof Long number && number >= 0 && number <= LARGEST) {
      return number;
    }
    throw JournalReader.damaged(name + " is not a number from 0 to 2^48");
  }

  private int day() throws JournalFormatException {
    return (int) Math.min(number("day"), LAST_DAY);
  }

  private List<String> prefixes() throws JournalFormatException {
    Object value = members.get("prefixes");
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(String.class::cast).toList();
    }
    throw JournalReader.damaged("prefixes is not a list");
  }
}
