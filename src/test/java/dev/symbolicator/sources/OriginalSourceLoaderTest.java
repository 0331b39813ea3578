package dev.symbolicator.sources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading.Read;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OriginalSourceLoaderTest {
  private static final String ON = "symbolicator.sources.fetch";

  private final ByteBudget budget = new ByteBudget(1 << 20);
  private final Vertx vertx = Vertx.vertx();
  private final TestOrigin origin = TestOrigin.start();

  @AfterEach
  void close() {
    assertEquals(0, budget.used(), "bytes still charged");
    origin.close();
    Await.value(vertx.close());
  }

  private OriginalTexts texts(String sources, String texts, String mappings, String... config) {
    Map<String, String> values = new HashMap<>();
    values.put("symbolicator.fetch.allow-private-addresses", "true");
    for (int i = 0; i < config.length; i += 2) {
      values.put(config[i], config[i + 1]);
    }
    SmallRyeConfig read =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(FetchConfig.class)
            .withMapping(SourcesConfig.class)
            .withSources(new PropertiesConfigSource(values, "test", 1000))
            .build();
    Fetcher fetcher = new Fetcher(vertx, read.getConfigMapping(FetchConfig.class), budget);
    OriginalSourceLoader loader =
        new OriginalSourceLoader(fetcher, read.getConfigMapping(SourcesConfig.class));
    String map =
        "{\"version\":3,\"sources\":[%s],\"names\":[],\"sourcesContent\":[%s],\"mappings\":\"%s\"}"
            .formatted(sources, texts, mappings);
    Read reading =
        assertInstanceOf(
            Read.class,
            SourceMapReader.read(
                map.getBytes(StandardCharsets.UTF_8),
                ReadOptions.lenient(WebUrl.parse(origin.url("/maps/app.js.map")))));
    return Await.value(loader.of(reading.map(), reading.texts()));
  }

  @Test
  void nothingIsFetchedUnlessTheOperatorWantsIt() {
    origin.serve("/maps/a.ts", "text/plain", "a()");
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA")) {
      assertNull(texts.get(0, Allowance.unlimited()));
    }
    assertEquals(0, origin.requests("/maps/a.ts"));
  }

  @Test
  void aSourceWithoutTextIsFetchedFromItsUrl() {
    origin.serve("/maps/a.ts", "text/plain", "größe()");
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA", ON, "true")) {
      assertEquals("größe()", texts.get(0, Allowance.unlimited()));
    }
  }

  @Test
  void aTextInTheMapIsNotFetched() {
    origin.serve("/maps/a.ts", "text/plain", "another()");
    try (OriginalTexts texts = texts("\"a.ts\"", "\"mine()\"", "AAAA", ON, "true")) {
      assertEquals("mine()", texts.get(0, Allowance.unlimited()));
    }
    assertEquals(0, origin.requests("/maps/a.ts"));
  }

  @Test
  void aSourceThatNoSegmentPointsIntoIsNotFetched() {
    origin.serve("/maps/b.ts", "text/plain", "b()");
    try (OriginalTexts texts = texts("\"a.ts\",\"b.ts\"", "\"\",null", "AAAA", ON, "true")) {
      assertNull(texts.get(1, Allowance.unlimited()));
    }
    assertEquals(0, origin.requests("/maps/b.ts"));
  }

  @Test
  void whatIsNoHttpUrlOrNoScriptOrMissingIsLeftOut() {
    origin.serve("/maps/page", "text/plain", "page()");
    try (OriginalTexts texts =
        texts(
            "\"webpack://x/a.ts\",\"page\",\"gone.ts\"",
            "null,null,null",
            "AAAA,CCAA,CCAA",
            ON,
            "true")) {
      assertNull(texts.get(0, Allowance.unlimited()));
      assertNull(texts.get(1, Allowance.unlimited()));
      assertNull(texts.get(2, Allowance.unlimited()));
    }
    assertEquals(0, origin.requests("/maps/page"));
  }

  @Test
  void asManySourcesAsAllowedAreFetched() {
    origin.serve("/maps/a.ts", "text/plain", "a()").serve("/maps/b.ts", "text/plain", "b()");
    String[] config = {ON, "true", "symbolicator.sources.max-count", "1"};
    try (OriginalTexts texts = texts("\"a.ts\",\"b.ts\"", "null,null", "AAAA,CCAA", config)) {
      assertEquals("a()", texts.get(0, Allowance.unlimited()));
      assertNull(texts.get(1, Allowance.unlimited()));
    }
    assertEquals(0, origin.requests("/maps/b.ts"));
  }

  @Test
  void sourcesOfJustTheSizeAllowedAreKeptAndOfOneByteMoreAreNot() {
    origin.serve("/maps/a.ts", "text/plain", "abcd");
    String[] config = {ON, "true", "symbolicator.sources.max-size", "4"};
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertEquals("abcd", texts.get(0, Allowance.unlimited()));
    }
    config[3] = "3";
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertNull(texts.get(0, Allowance.unlimited()));
    }
  }

  @Test
  void aSourceHasALimitOfItsOwn() {
    origin.serve("/maps/a.ts", "text/plain", "abcd");
    String[] config = {ON, "true", "symbolicator.fetch.max-source-size", "4"};
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertEquals("abcd", texts.get(0, Allowance.unlimited()));
    }
    config[3] = "3";
    try (OriginalTexts texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertNull(texts.get(0, Allowance.unlimited()));
    }
  }
}
