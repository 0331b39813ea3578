package dev.symbolicator.testing;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Starts the service with tokens of two scopes, {@code shop} and {@code news}. */
public final class Tenants implements QuarkusTestProfile {
  /** Has both rights in the scope {@code shop}, for scripts of any URL. */
  public static final String SHOP = "shop-0123456789abcdef";

  /** Has the right to read in the scope {@code shop}. */
  public static final String SHOP_READER = "shop-reader-0123456789abcdef";

  /**
   * Has the right to upload in the scope {@code shop}, for scripts below {@code
   * https://cdn.example.com/shop/}.
   */
  public static final String SHOP_UPLOADER = "shop-uploader-0123456789abcdef";

  /** Has both rights in the scope {@code news}, for scripts of any URL. */
  public static final String NEWS = "news-0123456789abcdef";

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
        Map.entry(TOKENS + "news.scope", "news"));
  }
}
