package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.OriginConfig;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The operator's request headers for single origins. Most are secrets, so messages show keys only.
 * Files are read at each use: Kubernetes replaces them while a service runs, and fetches are rare.
 */
final class OriginHeaders {
  private static final Logger LOG = Logger.getLogger(OriginHeaders.class);

  /** Headers that the fetcher or the connection sets. */
  private static final Set<String> RESERVED =
      Set.of(
          "accept-encoding",
          "connection",
          "content-encoding",
          "content-length",
          "expect",
          "host",
          "if-match",
          "if-modified-since",
          "if-none-match",
          "if-range",
          "if-unmodified-since",
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "range",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final Map<String, List<Field>> byOrigin = new HashMap<>();

  /** Reads every file once; {@link ConfigurationException} names the key of a bad header. */
  OriginHeaders(Map<String, OriginConfig> configured, Predicate<WebUrl> allowed) {
    new TreeMap<>(configured)
        .forEach((name, origin) -> add("symbolicator.fetch.origin." + name, origin, allowed));
  }

  private void add(String group, OriginConfig configured, Predicate<WebUrl> allowed) {
    String key = group + ".url";
    WebUrl origin = AllowedOrigins.origin(key, configured.url().strip());
    if (!allowed.test(origin)) {
      throw new ConfigurationException(
          key + ": this origin may not be asked. Add it to symbolicator.fetch.allowed-origins.");
    }
    Map<String, Field> fields = new TreeMap<>();
    configured
        .headers()
        .forEach((name, value) -> add(fields, new Field(group + ".headers." + name, name, value)));
    configured
        .headerFiles()
        .forEach(
            (name, file) ->
                add(fields, new Field(group + ".header-files." + name, name, Path.of(file))));
    if (byOrigin.put(origin.origin(), List.copyOf(fields.values())) != null) {
      throw new ConfigurationException(key + ": another group has the same origin.");
    }
  }

  private static void add(Map<String, Field> fields, Field field) {
    if (!HeaderText.isName(field.name)) {
      throw new ConfigurationException(field.key + ": this is not a header name.");
    }
    if (RESERVED.contains(field.lowerCaseName())) {
      throw new ConfigurationException(field.key + ": the service sets this header itself.");
    }
    if (field.read() == null) {
      throw new ConfigurationException(field.unusable());
    }
    Field other = fields.put(field.lowerCaseName(), field);
    if (other != null && !other.isSameAs(field)) { // One variable may appear in two spellings.
      throw new ConfigurationException(field.key + ": this header is set twice.");
    }
  }

  /** Returns the names of an origin's headers in lower case. */
  static SortedSet<String> names(OriginConfig configured) {
    SortedSet<String> names = new TreeSet<>();
    configured.headers().keySet().forEach(name -> names.add(comparable(name)));
    configured.headerFiles().keySet().forEach(name -> names.add(comparable(name)));
    return names;
  }

  private static String comparable(String name) {
    return Field.dashed(name).toLowerCase(Locale.ROOT);
  }

  boolean has(String origin) {
    return !byOrigin.getOrDefault(origin, List.of()).isEmpty();
  }

  /** Returns an origin's headers; fails if one cannot be read now, whose key is in the log. */
  Future<Map<String, String>> of(String origin, WorkerExecutor workers) {
    List<Field> fields = byOrigin.getOrDefault(origin, List.of());
    return fields.stream().anyMatch(field -> field.file != null)
        ? workers.executeBlocking(() -> read(fields), false)
        : Future.succeededFuture(fields).map(OriginHeaders::read);
  }

  private static Map<String, String> read(List<Field> fields) {
    Map<String, String> headers = new TreeMap<>();
    for (Field field : fields) {
      String value = field.read();
      if (value == null) {
        LOG.warn(field.unusable());
        throw new IllegalStateException(field.unusable());
      }
      headers.put(field.name, value);
    }
    return headers;
  }

  /** Returns the keys, and no value. */
  @Override
  public String toString() {
    List<String> keys = new ArrayList<>();
    byOrigin.values().forEach(fields -> fields.forEach(field -> keys.add(field.key)));
    return "OriginHeaders" + keys;
  }

  private static final class Field {
    private final String key;
    private final String name;
    private final @Nullable String value;
    private final @Nullable Path file;

    Field(String key, String name, String value) {
      this.key = key;
      this.name = dashed(name);
      this.value = value;
      this.file = null;
    }

    Field(String key, String name, Path file) {
      this.key = key;
      this.name = dashed(name);
      this.value = null;
      this.file = file;
    }

    // Environment variables cannot tell a dash from a dot, and header names have no dots.
    private static String dashed(String name) {
      return name.replace('.', '-');
    }

    String lowerCaseName() {
      return comparable(name);
    }

    boolean isSameAs(Field other) {
      return Objects.equals(value, other.value) && Objects.equals(file, other.file);
    }

    /** Returns the value; null if there is none that can be sent. */
    @Nullable String read() {
      String text = file == null ? value : contents(file);
      return text != null && HeaderText.isValue(text) ? text : null;
    }

    /** Reads a file without the line break that most editors and tools leave at the end. */
    private static @Nullable String contents(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(HeaderText.MAX_VALUE_LENGTH + 3);
        return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\r?\\n\\z", "");
      } catch (IOException e) {
        return null;
      }
    }

    String unusable() {
      return key
          + (file == null ? ": the value" : ": the file cannot be read, or its content")
          + " cannot be sent in a header. Write one line of ASCII, at most "
          + HeaderText.MAX_VALUE_LENGTH
          + " characters.";
    }
  }

  /** Tells which texts may stand in a request header: RFC 9110, sections 5.1 and 5.5, in ASCII. */
  static final class HeaderText {
    /** The longest value, in characters; many servers limit the whole line to 8 KiB. */
    static final int MAX_VALUE_LENGTH = 8_000;

    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

    private HeaderText() {}

    static boolean isName(String text) {
      return !text.isEmpty()
          && text.chars()
              .allMatch(
                  c ->
                      (c >= '0' && c <= '9')
                          || (c >= 'a' && c <= 'z')
                          || (c >= 'A' && c <= 'Z')
                          || TOKEN_SIGNS.indexOf(c) >= 0);
    }

    /** Tells whether a text is a value: not empty, visible ASCII, spaces and tabs only inside. */
    static boolean isValue(String text) {
      return !text.isEmpty()
          && text.length() <= MAX_VALUE_LENGTH
          && text.equals(text.strip())
          && text.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t');
    }
  }
}
