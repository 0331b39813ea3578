package dev.symbolicator.ingest;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Starts the service with a door for browsers, tokens, and a folder for profiles. */
public class OpenDoor implements QuarkusTestProfile {
  static final String ORIGIN = "https://shop.example";
  static final String BUSY_ORIGIN = "https://busy.example";
  static final String FORWARDED_ORIGIN = "https://forwarded.example";
  static final String COLLECTOR = "collector-0123456789abcdef";
  static final String READER = "reader-0123456789abcdef";
  static final String BOTH = "both-0123456789abcdef";

  /** More than all other tests send together, which may be within a second. */
  static final int MAX_PER_ORIGIN = 40;

  static final int MAX_PER_ADDRESS = 1000;

  static final int MAX_BODY_SIZE = 256 << 10;

  @Override
  public Map<String, String> getConfigOverrides() {
    Map<String, String> keys = new HashMap<>();
    keys.put(
        "symbolicator.ingest.origins",
        String.join(",", ORIGIN, FORWARDED_ORIGIN, BUSY_ORIGIN + "/"));
    keys.put("symbolicator.ingest.max-body-size", Integer.toString(MAX_BODY_SIZE));
    keys.put("symbolicator.ingest.max-per-origin", Integer.toString(MAX_PER_ORIGIN));
    keys.put("symbolicator.ingest.max-per-address", Integer.toString(MAX_PER_ADDRESS));
    keys.put("symbolicator.http.proxies", "127.0.0.1,10.0.0.0/8");
    keys.put("symbolicator.sink.directory", folder().toString());
    keys.put("symbolicator.sink.segment-age", "1H");
    keys.put("symbolicator.access.tokens.page.value", COLLECTOR);
    keys.put("symbolicator.access.tokens.page.scope", "shop");
    keys.put("symbolicator.access.tokens.page.rights", "collect");
    keys.put("symbolicator.access.tokens.reader.value", READER);
    keys.put("symbolicator.access.tokens.reader.rights", "read");
    keys.put("symbolicator.access.tokens.both.value", BOTH);
    keys.put("symbolicator.access.tokens.both.rights", "read,collect");
    return keys;
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("sink");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
