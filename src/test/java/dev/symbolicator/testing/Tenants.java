package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts the service with tokens of two scopes, {@code shop} and {@code news}, and with a folder
 * for source maps.
 */
public final class Tenants implements QuarkusTestProfile {
  /** Has both rights in the scope {@code shop}, for scripts of any URL. */
  public static final String SHOP = "shop-0123456789abcdef";

  public static final String SHOP_READER = "shop-reader-0123456789abcdef";

  /**
   * Has the right to upload in the scope {@code shop}, for scripts below {@code
   * https://cdn.example.com/shop/}.
   */
  public static final String SHOP_UPLOADER = "shop-uploader-0123456789abcdef";

  /** Has both rights in the scope {@code news}, for scripts of any URL. */
  public static final String NEWS = "news-0123456789abcdef";

  /** Has both rights in the scope {@code busy}, whose uploads a test exhausts. */
  public static final String BUSY = "busy-0123456789abcdef";

  /** Has both rights in the scope {@code press}, for scripts of any URL. */
  public static final String PRESS = "press-0123456789abcdef";

  private static final String TOKENS = "symbolicator.access.tokens.";

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.ofEntries(
        Map.entry(TOKENS + "shop.value", SHOP),
        Map.entry(TOKENS + "shop.scope", "shop"),
        Map.entry(TOKENS + "reader.value", SHOP_READER),
        Map.entry(TOKENS + "reader.scope", "shop"),
        Map.entry(TOKENS + "reader.rights", "read"),
        Map.entry(TOKENS + "uploader.value", SHOP_UPLOADER),
        Map.entry(TOKENS + "uploader.scope", "shop"),
        Map.entry(TOKENS + "uploader.rights", "upload"),
        Map.entry(TOKENS + "uploader.prefixes", "https://cdn.example.com/shop/"),
        Map.entry(TOKENS + "news.value", NEWS),
        Map.entry(TOKENS + "news.scope", "news"),
        Map.entry(TOKENS + "busy.value", BUSY),
        Map.entry(TOKENS + "busy.scope", "busy"),
        Map.entry(TOKENS + "press.value", PRESS),
        Map.entry(TOKENS + "press.scope", "press"),
        Map.entry("symbolicator.maps.directory", newDirectory()));
  }

  private static String newDirectory() {
    try {
      Path directory = Files.createTempDirectory("source-maps");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
      return directory.toString();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException stays) {
      // The folder is in the temporary directory.
    }
  }
}
