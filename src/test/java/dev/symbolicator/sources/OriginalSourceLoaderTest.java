package dev.symbolicator.sources;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.fetch.Fetcher.ResolverOptions;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sources.OriginalSourceLoader.SourceLimits;
import dev.symbolicator.sources.OriginalSourceLoader.SourcesConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OriginalSourceLoaderTest {
  private static final String ON = "symbolicator.sources.fetch";

  private final ByteBudget budget = new ByteBudget(1 << 20);
  private final Vertx vertx = Vertx.vertx();
  private final TestOrigin origin = TestOrigin.start();

  @AfterEach
  void close() {
    Await.until(() -> budget.used() == 0);
    origin.close();
    Await.value(vertx.close());
  }

  private AvailableSources texts(String sources, String texts, String mappings, String... config) {
    return Await.value(find(loader(config), sources, texts, mappings));
  }

  private OriginalSourceLoader loader(String... config) {
    Settings settings =
        Settings.of(
            Stream.concat(
                    Stream.of("symbolicator.fetch.allow-private-addresses", "true"),
                    Stream.of(config))
                .toArray(String[]::new));
    Fetcher fetcher =
        new Fetcher(
            vertx,
            settings.read(FetchConfig.class),
            settings.limits(FetchLimits.DEFAULT),
            budget,
            new ResolverOptions(),
            new SimpleMeterRegistry());
    return new OriginalSourceLoader(
        vertx, fetcher, settings.read(SourcesConfig.class), settings.limits(SourceLimits.DEFAULT));
  }

  private CompletableFuture<AvailableSources> find(
      OriginalSourceLoader loader, String sources, String texts, String mappings) {
    String map =
        "{\"version\":3,\"sources\":[%s],\"names\":[],\"sourcesContent\":[%s],\"mappings\":\"%s\"}"
            .formatted(sources, texts, mappings);
    Read reading =
        assertInstanceOf(
            Read.class,
            SourceMapReader.read(
                map.getBytes(StandardCharsets.UTF_8),
                ReadOptions.lenient(WebUrl.parse(origin.url("/maps/app.js.map"))),
                plenty()));
    return loader.of(
        "default",
        reading.map(),
        reading.texts(),
        List.of(url("https://static.example.com/app.js"), url(origin.url("/maps/app.js.map"))));
  }

  private static WebUrl url(String url) {
    return Objects.requireNonNull(WebUrl.parse(url));
  }

  @Test
  void noSourceIsFetchedUnlessTheOperatorWantsThat() {
    origin.serve("/maps/a.ts", "text/plain", "a()");
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA")) {
      assertNull(texts.get(0, plenty()));
    }
    assertEquals(0, origin.requests("/maps/a.ts"));
  }

  @Test
  void sourceWithoutTextIsFetchedFromItsUrl() {
    origin.serve("/maps/a.ts", "text/plain", "größe()");
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA", ON, "true")) {
      assertEquals("größe()", texts.get(0, plenty()));
    }
  }

  @Test
  void textInTheMapIsNotFetched() {
    origin.serve("/maps/a.ts", "text/plain", "another()");
    try (AvailableSources texts = texts("\"a.ts\"", "\"mine()\"", "AAAA", ON, "true")) {
      assertEquals("mine()", texts.get(0, plenty()));
    }
    assertEquals(0, origin.requests("/maps/a.ts"));
  }

  @Test
  void sourceWithoutSegmentsIsNotFetched() {
    origin.serve("/maps/b.ts", "text/plain", "b()");
    try (AvailableSources texts = texts("\"a.ts\",\"b.ts\"", "\"\",null", "AAAA", ON, "true")) {
      assertNull(texts.get(1, plenty()));
    }
    assertEquals(0, origin.requests("/maps/b.ts"));
  }

  @Test
  void sourceThatIsNoHttpUrlOrNoScriptOrMissingIsLeftOut() {
    origin.serve("/maps/page", "text/plain", "page()");
    try (AvailableSources texts =
        texts(
            "\"webpack://x/a.ts\",\"page\",\"gone.ts\"",
            "null,null,null",
            "AAAA,CCAA,CCAA",
            ON,
            "true")) {
      assertNull(texts.get(0, plenty()));
      assertNull(texts.get(1, plenty()));
      assertNull(texts.get(2, plenty()));
    }
    assertEquals(0, origin.requests("/maps/page"));
  }

  @Test
  void fetchedSourcesKeepToTheirLimit() {
    origin.serve("/maps/a.ts", "text/plain", "a()").serve("/maps/b.ts", "text/plain", "b()");
    String[] config = {ON, "true", "limits.source.count", "1"};
    try (AvailableSources texts = texts("\"a.ts\",\"b.ts\"", "null,null", "AAAA,CCAA", config)) {
      assertEquals("a()", texts.get(0, plenty()));
      assertNull(texts.get(1, plenty()));
    }
    assertEquals(0, origin.requests("/maps/b.ts"));
  }

  @Test
  void sourceThatIsNamedManyTimesIsFetchedOnceAndCountsOnce() {
    origin.serve("/maps/a.ts", "text/plain", "a()").serve("/maps/b.ts", "text/plain", "b()");
    String sources = "\"a.ts\",\"./a.ts#x\",\"x/../a.ts\",\"b.ts\"";
    String[] config = {ON, "true", "limits.source.count", "2"};
    try (AvailableSources texts =
        texts(sources, "null,null,null,null", "AAAA,CCAA,CCAA,CCAA", config)) {
      assertEquals("a()", texts.get(0, plenty()));
      assertEquals("a()", texts.get(1, plenty()));
      assertEquals("a()", texts.get(2, plenty()));
      assertEquals("b()", texts.get(3, plenty()));
      assertEquals(0, texts.first(2), "it is one file");
      assertEquals(3, texts.first(3));
    }
    assertEquals(1, origin.requests("/maps/a.ts"));
  }

  @Test
  void sourceAtAnotherOriginIsFetchedOnlyIfItTakesScriptsFromThere() {
    try (TestOrigin victim = TestOrigin.start().serve("/v.ts", "text/plain", "v()")) {
      origin.redirect("/maps/away.ts", victim.url("/v.ts"));
      String sources = "\"%s\",\"away.ts\"".formatted(victim.url("/v.ts"));
      try (AvailableSources texts = texts(sources, "null,null", "AAAA,CCAA", ON, "true")) {
        assertNull(texts.get(0, plenty()));
        assertNull(texts.get(1, plenty()));
        assertEquals(false, texts.lackSome());
      }
      assertEquals(0, victim.requests());
      assertEquals(1, origin.requests("/maps/away.ts"));

      String listed = "*,https://static.example.com," + origin.origin() + "," + victim.origin();
      List<String> config = new ArrayList<>();
      config.addAll(List.of(ON, "true", "symbolicator.fetch.allowed-origins", listed));
      String[] onlyListed = config.toArray(String[]::new);
      try (AvailableSources texts = texts(sources, "null,null", "AAAA,CCAA", onlyListed)) {
        assertNull(texts.get(0, plenty()));
        assertNull(texts.get(1, plenty()));
      }
      assertEquals(0, victim.requests());

      String from = "https://static.example.com," + origin.origin();
      config.addAll(List.of("symbolicator.fetch.origin.victim.url", victim.origin()));
      config.addAll(List.of("symbolicator.fetch.origin.victim.scripts-from", from));
      String[] named = config.toArray(String[]::new);
      try (AvailableSources texts = texts(sources, "null,null", "AAAA,CCAA", named)) {
        assertEquals("v()", texts.get(0, plenty()));
        assertEquals("v()", texts.get(1, plenty()));
      }
    }
  }

  @Test
  void listedSourceIsNotFetchedForAForeignScript() {
    try (TestOrigin victim = TestOrigin.start().serve("/v.ts", "text/plain", "v()")) {
      String[] config = {ON, "true", "symbolicator.fetch.allowed-origins", "*," + victim.origin()};
      String source = "\"%s\"".formatted(victim.url("/v.ts"));
      try (AvailableSources texts = texts(source, "null", "AAAA", config)) {
        assertNull(texts.get(0, plenty()));
      }
      assertEquals(0, victim.requests());
    }
  }

  @Test
  void passingFailureIsToldFromAMissingSource() {
    origin.handle("/maps/busy.ts", request -> request.response().setStatusCode(503).end());
    try (AvailableSources texts = texts("\"gone.ts\"", "null", "AAAA", ON, "true")) {
      assertEquals(false, texts.lackSome());
    }
    try (AvailableSources texts =
        texts("\"gone.ts\",\"busy.ts\"", "null,null", "AAAA,CCAA", ON, "true")) {
      assertEquals(true, texts.lackSome());
    }
  }

  @Test
  void sourcesFetchedAtOnceFromAnOriginKeepToTheLimit() {
    origin.serve("/maps/b.ts", "text/plain", "b()").serve("/maps/c.ts", "text/plain", "c()");
    OriginalSourceLoader loader = loader(ON, "true", "limits.source.pendingPerOrigin", "2");
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin.handle("/maps/a.ts", asked::complete);
    CompletableFuture<AvailableSources> first = find(loader, "\"a.ts\"", "null", "AAAA");

    try (AvailableSources tooMany =
        Await.value(find(loader, "\"b.ts\",\"c.ts\"", "null,null", "AAAA,CCAA"))) {
      assertNull(tooMany.get(0, plenty()));
      assertNull(tooMany.get(1, plenty()));
      assertEquals(true, tooMany.lackSome());
    }
    try (AvailableSources justAsMany = Await.value(find(loader, "\"b.ts\"", "null", "AAAA"))) {
      assertEquals("b()", justAsMany.get(0, plenty()));
      assertEquals(false, justAsMany.lackSome());
    }
    Await.value(asked).response().end("a()");
    Await.value(first).close();
    try (AvailableSources afterwards =
        Await.value(find(loader, "\"b.ts\",\"c.ts\"", "null,null", "AAAA,CCAA"))) {
      assertEquals("c()", afterwards.get(1, plenty()));
    }
  }

  @Test
  void scriptThatIsAloneMayPassTheLimitOfItsOrigin() {
    origin.serve("/maps/a.ts", "text/plain", "a()").serve("/maps/b.ts", "text/plain", "b()");
    String[] config = {ON, "true", "limits.source.pendingPerOrigin", "1"};
    try (AvailableSources texts = texts("\"a.ts\",\"b.ts\"", "null,null", "AAAA,CCAA", config)) {
      assertEquals("a()", texts.get(0, plenty()));
      assertEquals("b()", texts.get(1, plenty()));
    }
  }

  @Test
  void sourcesTogetherAreKeptUpToTheirLimitOfBytes() {
    origin.serve("/maps/a.ts", "text/plain", "abcd");
    String[] config = {ON, "true", "limits.source.bytes", "4"};
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertEquals("abcd", texts.get(0, plenty()));
    }
    config[3] = "3";
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertNull(texts.get(0, plenty()));
    }
  }

  @Test
  void lateSourceIsCutOff() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    origin.handle(
        "/maps/slow.ts",
        request -> {
          request.connection().closeHandler(end -> closed.complete(null));
          request.response().setChunked(true).write("slow");
        });
    origin.serve("/maps/a.ts", "text/plain", "a()").serve("/maps/b.ts", "text/plain", "b()");
    OriginalSourceLoader loader =
        loader(
            ON,
            "true",
            "limits.source.timeout",
            "2s",
            "limits.source.pendingPerOrigin",
            "3",
            "symbolicator.fetch.timeout",
            "1h",
            "symbolicator.fetch.idle-timeout",
            "1h",
            "symbolicator.fetch.max-concurrent",
            "1");
    String sources = "\"a.ts\",\"slow.ts\",\"b.ts\"";
    String mappings = "AAAA,CCAA,CCAA";
    try (AvailableSources texts = Await.value(find(loader, sources, "null,null,null", mappings))) {
      assertEquals("a()", texts.get(0, plenty()));
      assertNull(texts.get(1, plenty()));
      assertNull(texts.get(2, plenty()), "it waits behind the slow one");
      assertEquals(true, texts.lackSome());
    }
    Await.value(closed);
    assertEquals(0, origin.requests("/maps/b.ts"));

    origin.serve("/maps/slow.ts", "text/plain", "slow()");
    try (AvailableSources texts = Await.value(find(loader, sources, "null,null,null", mappings))) {
      assertEquals("slow()", texts.get(1, plenty()));
      assertEquals("b()", texts.get(2, plenty()));
      assertEquals(false, texts.lackSome());
    }
  }

  @Test
  void eachSourceIsKeptUpToItsLimitOfBytes() {
    origin.serve("/maps/a.ts", "text/plain", "abcd");
    String[] config = {ON, "true", "limits.fetch.sourceBytes", "4"};
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertEquals("abcd", texts.get(0, plenty()));
    }
    config[3] = "3";
    try (AvailableSources texts = texts("\"a.ts\"", "null", "AAAA", config)) {
      assertNull(texts.get(0, plenty()));
    }
  }
}
