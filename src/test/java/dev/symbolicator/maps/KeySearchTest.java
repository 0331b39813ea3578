package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.MapSearch.MapChoice;
import dev.symbolicator.maps.MapSearch.MatchedKey;
import dev.symbolicator.maps.MapSearch.NoMap;
import dev.symbolicator.maps.MapSearch.Refusal;
import dev.symbolicator.maps.MapSearch.RefusalReason;
import dev.symbolicator.maps.MapSearch.Step;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys in their order, and what contradicts them. */
class KeySearchTest {
  private static final String URL = "https://cdn.example.com/assets/app.js";
  private static final String PATH = "~/assets/app.js";
  private static final String ID = "11111111-2222-4333-8444-555555555555";
  private static final String OTHER_ID = "99999999-2222-4333-8444-555555555555";

  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  @TempDir private Path folder;
  private MapStore store;
  private EntryStore entries;
  private LookUpCache cache;
  private long time = 1_000;

  @BeforeEach
  void open() {
    store =
        new MapStore(
            Settings.of("symbolicator.maps.directory", folder.toString())
                .read(MapStoreConfig.class));
    entries = new EntryStore(Objects.requireNonNull(store.objects()), threads, MapLimits.DEFAULT);
    cache = new LookUpCache(entries, threads, MapLimits.DEFAULT, gone -> {}, () -> {});
  }

  @AfterEach
  void close() {
    threads.shutdown();
    store.close();
  }

  private MapEntry given(TestEntry entry) {
    time += 1_000;
    MapEntry added = entry.at(time).entry();
    EntryNames names = new EntryNames(added.scope());
    try {
      entries.putEmpty(names.pointers(added));
      entries.write(names.prefixList(EntryNames.prefixes(added.prefixes())), added.prefixes());
      entries.write(names.entry(added.id()), added);
      entries.write(names.changes(), time);
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
    cache.changed(added.scope(), String.valueOf(time));
    return added;
  }

  private final class Asked {
    private final String url;
    private String scope = TestEntry.SCOPE;
    private @Nullable String release;
    private @Nullable String debugId;
    private @Nullable String content;
    private @Nullable String web;
    private @Nullable String webId;
    private @Nullable String webMapId;
    private @Nullable MapSearch search;

    private Asked(String url) {
      this.url = url;
    }

    Asked of(String asked) {
      scope = asked;
      return this;
    }

    Asked release(String asked) {
      release = asked;
      return this;
    }

    Asked debugId(String asked) {
      debugId = asked;
      return this;
    }

    Asked content(String asked) {
      content = asked;
      return this;
    }

    MapSearch search() {
      ScriptRef ref =
          new ScriptRef(
              scope,
              Objects.requireNonNull(WebUrl.parse(url)),
              release,
              debugId,
              content == null ? null : TestEntry.hash(content));
      search = new MapSearch(cache, ref, MapLimits.DEFAULT, false);
      return search;
    }

    void finds(MapEntry entry, MatchedKey key) {
      assertEquals(new FoundMap(entry, key), search().byReference().join());
      assertEquals(new FoundMap(entry, key), search().withoutContent().join());
    }

    void findsNothing() {
      assertEquals(NoMap.INSTANCE, search().byReference().join());
    }

    MapChoice withoutWeb() {
      findsNothing();
      return search().withoutContent().join();
    }

    MapChoice withWeb(String script, @Nullable String scriptId, @Nullable String mapId) {
      findsNothing();
      return search()
          .withContent(
              new BuildIdentity(new ScriptContent(TestEntry.hash(script), scriptId), mapId))
          .join();
    }

    /**
     * Returns what is found by the profile's words, or else with the script on the web or without.
     */
    MapChoice choice() {
      MapChoice first = search().byReference().join();
      if (web != null) {
        return withWeb(web, webId, webMapId);
      }
      MapChoice choice = search().withoutContent().join();
      if (first instanceof FoundMap found) {
        assertNotEquals(MatchedKey.URL, found.key());
        assertEquals(found, choice);
      } else {
        assertEquals(NoMap.INSTANCE, first);
      }
      return choice;
    }
  }

  private Asked ask(String url) {
    return new Asked(url);
  }

  private static void assertRefused(RefusalReason reason, String words, MapChoice choice) {
    Refusal refusal = (Refusal) choice;
    assertEquals(reason, refusal.reason());
    assertTrue(refusal.detail().contains(words), refusal.detail());
  }

  private static String withIds(String row) {
    return row.replace("@1", ID).replace("@2", OTHER_ID);
  }

  private static String filled(String row) {
    return withIds(row).replace("URL", URL).replace("PATH", PATH);
  }

  private static TestEntry entry(String... words) {
    TestEntry entry = TestEntry.of(words[0], words[1]);
    for (String word : List.of(words).subList(2, words.length)) {
      String value = word.substring(word.indexOf('=') + 1);
      entry =
          switch (word.substring(0, word.indexOf('='))) {
            case "id" -> entry.debugId(value);
            case "release" -> entry.release(value);
            case "text" -> entry.text(value);
            case "dist" -> entry.dist(value);
            case "prefix" -> entry.prefixes(value);
            default -> throw new IllegalArgumentException(word);
          };
    }
    return entry;
  }

  private Asked asked(String... words) {
    Asked asked = new Asked(words[0]);
    for (String word : List.of(words).subList(1, words.length)) {
      String value = word.substring(word.indexOf('=') + 1);
      switch (word.substring(0, word.indexOf('='))) {
        case "id" -> asked.debugId = value;
        case "release" -> asked.release = value;
        case "content" -> asked.content = value;
        case "web" -> asked.web = value;
        case "webId" -> asked.webId = value;
        case "webMapId" -> asked.webMapId = value;
        default -> throw new IllegalArgumentException(word);
      }
    }
    return asked;
  }

  /**
   * Each row has uploads in their order, what is asked for, and what comes of it: the number of the
   * upload and the key that found it, nothing, or the reason and words of a refusal.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # Key 1: the debug ID in the profile
          debug ID finds entry of any URL and release | ~/0.js map id=@1 release=old | URL id=@1; URL id=@1 release=new | 1 DEBUG_ID
          debug ID comes before content and release | ~/0.js map id=@1; URL other text=script release=1 | URL id=@1 release=1 content=script | 1 DEBUG_ID
          of one map, the one with the script is chosen | ~/0.js map id=@1 text=right; ~/1.js map id=@1 text=wrong | URL id=@1 content=right | 1 DEBUG_ID
          of one map, the one with the URL is chosen | URL map id=@1 text=right; ~/1.js map id=@1 text=wrong | URL id=@1 | 1 DEBUG_ID
          different maps are not guessed among | ~/0.js map id=@1 text=a; ~/1.js other id=@1 text=b | URL id=@1 | DEBUG_ID_MISSING Different maps have the debug ID
          of different maps, the one of the script is chosen | ~/0.js map id=@1 text=a; ~/1.js other id=@1 text=b | URL id=@1 content=a | 1 DEBUG_ID
          unknown debug ID is missing | - | URL id=@1 | DEBUG_ID_MISSING @1
          unknown debug ID is missing if the web has another | URL map id=@2 | URL id=@1 web=script webId=@2 | DEBUG_ID_MISSING The script on the web has the debug ID @2
          other debug IDs of the script are named | URL map id=@2 | URL id=@1 | DEBUG_ID_MISSING Uploads of this script have the debug ID @2
          script or map on the web satisfies the debug ID | - | URL id=@1 web=script webId=@1; URL id=@1 web=script webMapId=@1 | nothing
          entry without a debug ID does not contradict | URL map release=1 | URL id=@1 release=1 | 1 RELEASE_AND_URL
          entry with another is not used by release and URL | URL map release=1 id=@2 | URL id=@1 release=1 | DEBUG_ID_MISSING @2
          # Key 2: the script's hash in the profile
          hash finds entry of any URL and release | ~/0.js map text=script release=old | URL content=script release=new | 1 SCRIPT_HASH
          hash comes before the release | URL other text=other release=1; ~/0.js map text=script | URL content=script release=1 | 2 SCRIPT_HASH
          entry with another debug ID is not used by hash | URL map text=script id=@2 | URL content=script id=@1 | DEBUG_ID_MISSING
          of entries with the hash, the one of the release is chosen | URL map text=script release=1; URL other text=script release=2 | URL content=script release=1 | 1 SCRIPT_HASH
          entry with another script is not used by release and URL | URL map text=other release=1 | URL content=script release=1 | nothing
          map alone does not contradict the hash | URL map release=1 | URL content=script release=1 | 1 RELEASE_AND_URL
          # Key 3: release and URL
          first of two releases | URL first release=1; URL second release=2 | URL release=1 | 1 RELEASE_AND_URL
          second of two releases | URL first release=1; URL second release=2 | URL release=2 | 2 RELEASE_AND_URL
          query is compared first | URL plain release=1; URL?v=1 exact release=1 | URL?v=1 release=1 | 2 RELEASE_AND_URL
          other queries find the plain URL | URL plain release=1; URL?v=1 exact release=1 | URL?v=2 release=1; URL release=1 | 1 RELEASE_AND_URL
          encoded slash is another name | https://cdn.example.com/a%2Fb.js map release=1 | https://cdn.example.com/a/b.js release=1 | nothing
          encoded question mark is another name | https://cdn.example.com/a%3Fb.js map release=1 | https://cdn.example.com/a?b.js release=1 | nothing
          upload in another spelling replaces | https://cdn.example.com/[id].js old release=1; https://cdn.example.com/%5Bid%5D.js new release=1 | https://cdn.example.com/[id].js release=1 | 2 RELEASE_AND_URL
          prefixes are compared decoded | https://a.example/[x]/0.js map release=1 prefix=https://a.example/[x]/ | https://a.example/%5Bx%5D/0.js release=1 | 1 RELEASE_AND_URL
          entry with a query answers no other query | URL?v=1 exact release=1 | URL?v=2 release=1; URL release=1 | nothing
          newest upload of URL and release wins | URL old release=1; URL new release=1 | URL release=1 | 2 RELEASE_AND_URL
          replaced upload is not found even if the newest contradicts | URL old release=1; URL new text=new release=1 | URL content=script release=1 | nothing
          upload without a dist is preferred | URL plain release=1; URL other release=1 dist=5 | URL release=1 | 1 RELEASE_AND_URL
          dists with one map are all right | URL map release=1 dist=4; URL map release=1 dist=5 | URL release=1 | 2 RELEASE_AND_URL
          dist that contradicts is not counted | URL map release=1 dist=4; URL other release=1 dist=5 id=@2 | URL release=1 id=@1 | 1 RELEASE_AND_URL
          # Key 4: release and path
          path answers any origin | PATH map release=1 | URL release=1; http://localhost:8080/assets/app.js?x=1 release=1 | 1 RELEASE_AND_PATH
          path must be the whole path | ~/app.js map release=1 | URL release=1 | nothing
          URL comes before path | URL exact release=1; PATH map release=1 | URL release=1 | 1 RELEASE_AND_URL
          other releases only means release missing | URL map release=1 | URL release=2; URL release=2 web=new | RELEASE_MISSING was uploaded for 1, but not for the release 2
          other releases of the path mean release missing | PATH map release=1 | URL?v=1 release=2 | RELEASE_MISSING 2
          other scripts of the release leave the web | https://cdn.example.com/assets/other.js map release=1 | URL release=1; URL release=2 | nothing
          upload without a release leaves the web to a named one | URL map | URL release=1; URL release=1 web=script | nothing
          debug ID on the web is more certain than a missing release | URL map release=1 | URL release=2 id=@1 web=script webId=@1 | nothing
          # Key 5: the script on the web
          debug ID on the web finds uploads of plugins | ~/0.js map id=@1 | URL web=script webId=@1 | 1 FETCHED_DEBUG_ID
          hash on the web finds uploads of plugins | ~/0.js map text=script release=1 | URL web=script; URL release=1 web=script | 1 FETCHED_HASH
          script on the web ranks below the release | ~/0.js map text=script id=@1 release=2 | URL release=1 web=script webId=@1 | nothing
          upload of the release found by the web is not missing | URL other text=other release=2; ~/0.js map text=script release=1 | URL release=1 web=script | 2 FETCHED_HASH
          script on the web does not overrule the debug ID | ~/0.js map text=script id=@2 | URL id=@1 web=script webId=@2 | DEBUG_ID_MISSING @2
          script on the web does not overrule the hash | ~/0.js map text=web id=@1 | URL content=script web=web webId=@1 | nothing
          # Key 6: the URL, without a release
          URL finds the newest upload without a release | URL old; URL new; URL released release=1 | URL | 2 URL
          path finds an upload without a release | PATH map | URL?v=1 | 1 URL
          releases with one map are all right | URL map release=1; URL map release=2 | URL | 2 URL
          replaced map of a release does not count | URL wrong release=1; URL right release=1 | URL | 2 URL
          upload of another script than the web's is not used | URL map text=old | URL web=new | nothing
          upload with another debug ID than the web's is not used | URL map id=@1 | URL web=new webId=@2; URL web=new webMapId=@2 | nothing
          map alone is used | URL map | URL web=script | 1 URL
          # Prefixes
          entry that may not answer does not hide another | PATH map release=1; PATH other release=1 prefix=https://a.example/ | URL release=1 | 1 RELEASE_AND_PATH
          release is not missing for uploads that may not answer | PATH other release=1 prefix=https://a.example/ | URL release=2 | nothing
          """)
  void uploadIsFoundByTheFirstKeyThatFits(
      String name, String uploads, String scripts, String expected) {
    List<MapEntry> entries = new ArrayList<>();
    for (String upload : uploads.equals("-") ? new String[0] : uploads.split("; ", -1)) {
      entries.add(given(entry(filled(upload).split(" ", -1))));
    }
    String[] outcome = withIds(expected).split(" ", 2);
    for (String script : scripts.split("; ", -1)) {
      MapChoice choice = asked(filled(script).split(" ", -1)).choice();
      if (outcome[0].equals("nothing")) {
        assertEquals(NoMap.INSTANCE, choice, script);
      } else if (Character.isDigit(outcome[0].charAt(0))) {
        MapEntry entry = entries.get(Integer.parseInt(outcome[0]) - 1);
        assertEquals(new FoundMap(entry, MatchedKey.valueOf(outcome[1])), choice, script);
      } else {
        String words = outcome.length == 1 ? "" : outcome[1];
        assertRefused(RefusalReason.valueOf(outcome[0]), words, choice);
      }
    }
  }

  @Test
  void namesAreComparedDecoded() {
    String cdn = "https://cdn.example.com/";
    String[][] spellings = {
      {"app/[id]/page.js", "app/%5Bid%5D/page.js"},
      {"app/[id]/page.js?v=[1]", "app/%5bid%5d/page.js?v=%5B1%5d"},
      {"app/%5bid%5d/page.js", "app/%5Bid%5D/page.js"},
      {"app/@modal/[...all].js", "app/%40modal/%5B...all%5D.js"},
      {"a+b.js", "a%2Bb.js"},
      {"a b.js", "a%20b.js"},
      {"%C3%A9.js", "%c3%a9.js"},
      {"100%.js", "100%25.js"}
    };
    for (int i = 0; i < spellings.length; i++) {
      for (int other = 0; other < 2; other++) {
        String release = i + "-" + other;
        String url = Objects.requireNonNull(MapEntry.canonicalScript(cdn + spellings[i][other]));
        MapEntry entry = given(TestEntry.of(url, "map" + release).release(release));
        ask(cdn + spellings[i][1 - other])
            .release(release)
            .finds(entry, MatchedKey.RELEASE_AND_URL);
        String path = url.replace("https://cdn.example.com", "~");
        MapEntry of = given(TestEntry.of(path, "map").release("~" + release));
        ask(cdn + spellings[i][1 - other])
            .release("~" + release)
            .finds(of, MatchedKey.RELEASE_AND_PATH);
      }
    }
  }

  @Test
  void stepNamesFileWhoseNameWasEncodedTwice() {
    String uploaded = "https://cdn.example.com/assets/%255Bid%255D.js";
    given(TestEntry.of(uploaded, "map").release("1"));
    MapSearch search = ask("https://cdn.example.com/assets/%5Bid%5D.js").release("1").search();
    assertEquals(NoMap.INSTANCE, search.byReference().join());
    assertStep(search, MatchedKey.RELEASE_AND_URL, "%5Bid%5D.js was uploaded as " + uploaded);
  }

  @Test
  void distsWithDifferentMapsAreNotGuessedAmong() {
    given(TestEntry.of(URL, "map").release("1").dist("4"));
    given(TestEntry.of(URL, "other").release("1").dist("5"));
    Asked asked = ask(URL).release("1");
    assertEquals(NoMap.INSTANCE, asked.withoutWeb());
    assertStep(asked.search(), MatchedKey.RELEASE_AND_URL, "2 dists differ");
  }

  @Test
  void releasesWithDifferentMapsAreNotGuessedAmong() {
    given(TestEntry.of(URL, "map").release("1"));
    given(TestEntry.of(URL, "other").release("2"));
    Asked asked = ask(URL);
    assertEquals(NoMap.INSTANCE, asked.withoutWeb());
    assertStep(
        Objects.requireNonNull(asked.search), MatchedKey.URL, "Name the profile's with ?release=");
  }

  // Scopes and prefixes

  @Test
  void scopesNeverSeeEachOther() {
    MapEntry mine = given(TestEntry.of(URL, "mine").text("mine").debugId(ID).release("1"));
    given(TestEntry.of(URL, "theirs").text("theirs").debugId(OTHER_ID).release("1").scope("bank"));

    ask(URL).release("1").finds(mine, MatchedKey.RELEASE_AND_URL);
    ask(URL).debugId(OTHER_ID).findsNothing();
    ask(URL).content("theirs").findsNothing();
    ask(URL).of("nobody").release("1").findsNothing();
    assertEquals(NoMap.INSTANCE, ask(URL).of("nobody").release("1").withWeb("mine", ID, null));
    assertEquals(NoMap.INSTANCE, ask(URL).of("nobody").release("2").withoutWeb());
    Refusal refusal = (Refusal) ask(URL).of("bank").debugId(ID).withoutWeb();
    assertTrue(refusal.detail().contains(OTHER_ID), refusal.detail());
  }

  @Test
  void entryAnswersScriptsWithItsPrefixesOnly() {
    MapEntry entry =
        given(
            TestEntry.of("~/0.js", "map")
                .text("script")
                .debugId(ID)
                .prefixes("https://a.example/", "https://b.example/"));

    ask("https://b.example/x.js").debugId(ID).finds(entry, MatchedKey.DEBUG_ID);
    ask("https://b.example/x.js").content("script").finds(entry, MatchedKey.SCRIPT_HASH);
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING,
        "may not answer this URL",
        ask("https://c.example/x.js").debugId(ID).withoutWeb());
    ask("https://c.example/x.js").content("script").findsNothing();
    assertEquals(NoMap.INSTANCE, ask("https://c.example/x.js").withWeb("script", ID, null));
  }

  // Steps

  @Test
  void stepsNameEachKeyOnceInOrder() {
    given(TestEntry.of(URL, "map").release("1"));
    MapSearch search = ask(URL + "?v=1").release("2").debugId(ID).search();
    MapChoice unused =
        search
            .withContent(new BuildIdentity(new ScriptContent(TestEntry.hash("x"), OTHER_ID), null))
            .join();
    assertEquals(
        List.of(
            "the debug ID in the profile",
            "the script's hash in the profile",
            "release and URL",
            "release and URL",
            "release and path",
            "release and path",
            "the debug ID of the script on the web",
            "the hash of the script on the web",
            "the script's URL"),
        search.steps().join().stream().map(Step::key).toList());
  }

  @Test
  void stepNamesUploadsOfTheFileElsewhere() {
    given(TestEntry.of("https://cdn.example.com/build/assets/app.js?v=7", "map").release("1"));
    MapSearch search = ask(URL).release("1").search();
    assertEquals(NoMap.INSTANCE, search.byReference().join());
    assertStep(
        search,
        MatchedKey.RELEASE_AND_URL,
        "app.js was uploaded as https://cdn.example.com/build/assets/app.js?v=7: check base=");
  }

  @Test
  void nearMissesAreThree() {
    for (int i = 0; i < 5; i++) {
      given(TestEntry.of(URL, "map" + i).release("r" + i));
    }
    assertRefused(
        RefusalReason.RELEASE_MISSING,
        "was uploaded for r4, r3, r2 and 2 others, but not",
        ask(URL).release("x").withoutWeb());
  }

  @Test
  void stepsTellTheFoundEntry() {
    MapEntry entry = given(TestEntry.of(URL, "map").release("1"));
    MapSearch search = ask(URL).release("1").search();
    assertEquals(entry, ((FoundMap) search.byReference().join()).entry());
    assertStep(search, MatchedKey.RELEASE_AND_URL, entry.id());
  }

  @Test
  void uploadThatComesDuringTheSearchIsFound() {
    MapSearch search = ask(URL).release("1").search();
    assertEquals(NoMap.INSTANCE, search.byReference().join());
    MapEntry entry = given(TestEntry.of(URL, "map").release("1"));
    assertEquals(
        new FoundMap(entry, MatchedKey.RELEASE_AND_URL),
        search
            .withContent(new BuildIdentity(new ScriptContent(TestEntry.hash("x"), null), null))
            .join());
  }

  private static void assertStep(MapSearch search, MatchedKey key, String words) {
    List<Step> ofKey = new ArrayList<>(search.steps().join());
    ofKey.removeIf(step -> !step.key().equals(key.words()));
    assertTrue(
        ofKey.stream().anyMatch(step -> step.outcome().contains(words)),
        () -> search.steps().join().toString());
  }
}
