package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

  /** Writes an entry as uploads do, but for what they refuse. */
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

  /** A script that is asked for. */
  private final class Asked {
    private final String url;
    private String scope = TestEntry.SCOPE;
    private @Nullable String release;
    private @Nullable String debugId;
    private @Nullable String content;
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

    MapChoice withWeb(String script) {
      return withWeb(script, null, null);
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

  // Key 1: the debug ID in the profile

  @Test
  void debugIdFindsEntryOfAnyUrlAndRelease() {
    MapEntry entry = given(TestEntry.of("~/0.js", "map").debugId(ID).release("old"));
    ask(URL).debugId(ID).finds(entry, MatchedKey.DEBUG_ID);
    ask(URL).debugId(ID).release("new").finds(entry, MatchedKey.DEBUG_ID);
  }

  @Test
  void debugIdComesBeforeContentAndRelease() {
    MapEntry entry = given(TestEntry.of("~/0.js", "map").debugId(ID));
    given(TestEntry.of(URL, "other").text("script").release("1"));
    ask(URL).debugId(ID).release("1").content("script").finds(entry, MatchedKey.DEBUG_ID);
  }

  @Test
  void ofEntriesWithTheDebugIdTheOneWithTheScriptIsChosen() {
    MapEntry right = given(TestEntry.of("~/0.js", "map").debugId(ID).text("right"));
    given(TestEntry.of("~/1.js", "map").debugId(ID).text("wrong"));
    ask(URL).debugId(ID).content("right").finds(right, MatchedKey.DEBUG_ID);
  }

  @Test
  void ofEntriesWithTheDebugIdTheOneWithTheUrlIsChosen() {
    MapEntry right = given(TestEntry.of(URL, "map").debugId(ID).text("right"));
    given(TestEntry.of("~/1.js", "map").debugId(ID).text("wrong"));
    ask(URL).debugId(ID).finds(right, MatchedKey.DEBUG_ID);
  }

  @Test
  void differentMapsWithOneDebugIdAreNotGuessedAmong() {
    given(TestEntry.of("~/0.js", "map").debugId(ID).text("a"));
    given(TestEntry.of("~/1.js", "other").debugId(ID).text("b"));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING,
        "Different maps have the debug ID",
        ask(URL).debugId(ID).withoutWeb());
  }

  @Test
  void ofDifferentMapsWithOneDebugIdTheOneOfTheScriptIsChosen() {
    MapEntry right = given(TestEntry.of("~/0.js", "map").debugId(ID).text("a"));
    given(TestEntry.of("~/1.js", "other").debugId(ID).text("b"));
    ask(URL).debugId(ID).content("a").finds(right, MatchedKey.DEBUG_ID);
  }

  @Test
  void unknownDebugIdIsMissing() {
    assertRefused(RefusalReason.DEBUG_ID_MISSING, ID, ask(URL).debugId(ID).withoutWeb());
  }

  @Test
  void unknownDebugIdIsMissingIfTheWebHasAnother() {
    given(TestEntry.of(URL, "map").debugId(OTHER_ID));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING,
        "The script on the web has the debug ID " + OTHER_ID,
        ask(URL).debugId(ID).withWeb("script", OTHER_ID, null));
  }

  @Test
  void debugIdMissingNamesOtherDebugIdsOfTheScript() {
    given(TestEntry.of(URL, "map").debugId(OTHER_ID));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING,
        "Uploads of this script have the debug ID " + OTHER_ID,
        ask(URL).debugId(ID).withoutWeb());
  }

  @Test
  void scriptOnTheWebSatisfiesTheDebugId() {
    assertEquals(NoMap.INSTANCE, ask(URL).debugId(ID).withWeb("script", ID, null));
  }

  @Test
  void mapOnTheWebSatisfiesTheDebugId() {
    assertEquals(NoMap.INSTANCE, ask(URL).debugId(ID).withWeb("script", null, ID));
  }

  @Test
  void entryWithoutDebugIdDoesNotContradictTheProfiles() {
    MapEntry entry = given(TestEntry.of(URL, "map").release("1"));
    ask(URL).debugId(ID).release("1").finds(entry, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void entryWithAnotherDebugIdIsNotUsedByReleaseAndUrl() {
    given(TestEntry.of(URL, "map").release("1").debugId(OTHER_ID));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING, OTHER_ID, ask(URL).debugId(ID).release("1").withoutWeb());
  }

  // Key 2: the script's hash in the profile

  @Test
  void hashFindsEntryOfAnyUrlAndRelease() {
    MapEntry entry = given(TestEntry.of("~/0.js", "map").text("script").release("old"));
    ask(URL).content("script").release("new").finds(entry, MatchedKey.SCRIPT_HASH);
  }

  @Test
  void hashComesBeforeRelease() {
    given(TestEntry.of(URL, "other").text("other").release("1"));
    MapEntry entry = given(TestEntry.of("~/0.js", "map").text("script"));
    ask(URL).content("script").release("1").finds(entry, MatchedKey.SCRIPT_HASH);
  }

  @Test
  void entryWithAnotherDebugIdIsNotUsedByHash() {
    given(TestEntry.of(URL, "map").text("script").debugId(OTHER_ID));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING, "", ask(URL).content("script").debugId(ID).withoutWeb());
  }

  @Test
  void ofEntriesWithTheHashTheOneOfTheReleaseIsChosen() {
    MapEntry right = given(TestEntry.of(URL, "map").text("script").release("1"));
    given(TestEntry.of(URL, "other").text("script").release("2"));
    ask(URL).content("script").release("1").finds(right, MatchedKey.SCRIPT_HASH);
  }

  @Test
  void entryWithAnotherScriptIsNotUsedByReleaseAndUrl() {
    given(TestEntry.of(URL, "map").text("other").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL).content("script").release("1").withoutWeb());
  }

  @Test
  void mapAloneDoesNotContradictTheHash() {
    MapEntry entry = given(TestEntry.of(URL, "map").release("1"));
    ask(URL).content("script").release("1").finds(entry, MatchedKey.RELEASE_AND_URL);
  }

  // Key 3: release and URL

  @Test
  void releasesOfOneUrlAreToldApart() {
    MapEntry first = given(TestEntry.of(URL, "first").release("1"));
    MapEntry second = given(TestEntry.of(URL, "second").release("2"));
    ask(URL).release("1").finds(first, MatchedKey.RELEASE_AND_URL);
    ask(URL).release("2").finds(second, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void queryIsComparedFirst() {
    MapEntry plain = given(TestEntry.of(URL, "plain").release("1"));
    MapEntry exact = given(TestEntry.of(URL + "?v=1", "exact").release("1"));
    ask(URL + "?v=1").release("1").finds(exact, MatchedKey.RELEASE_AND_URL);
    ask(URL + "?v=2").release("1").finds(plain, MatchedKey.RELEASE_AND_URL);
    ask(URL).release("1").finds(plain, MatchedKey.RELEASE_AND_URL);
  }

  /** The files of dynamic routes and of parallel ones, and names with other odd characters. */
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
  void delimitersThatAreEncodedAreOtherNames() {
    given(TestEntry.of("https://cdn.example.com/a%2Fb.js", "map").release("1"));
    assertEquals(NoMap.INSTANCE, ask("https://cdn.example.com/a/b.js").release("1").withoutWeb());
    given(TestEntry.of("https://cdn.example.com/a%3Fb.js", "map").release("1"));
    assertEquals(NoMap.INSTANCE, ask("https://cdn.example.com/a?b.js").release("1").withoutWeb());
  }

  @Test
  void uploadInAnotherSpellingReplaces() {
    given(TestEntry.of("https://cdn.example.com/[id].js", "old").release("1"));
    MapEntry entry = given(TestEntry.of("https://cdn.example.com/%5Bid%5D.js", "new").release("1"));
    ask("https://cdn.example.com/[id].js").release("1").finds(entry, MatchedKey.RELEASE_AND_URL);
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
  void prefixesAreComparedDecoded() {
    MapEntry entry =
        given(
            TestEntry.of("https://a.example/[x]/0.js", "map")
                .release("1")
                .prefixes("https://a.example/[x]/"));
    ask("https://a.example/%5Bx%5D/0.js").release("1").finds(entry, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void entryWithQueryAnswersNoOtherQuery() {
    given(TestEntry.of(URL + "?v=1", "exact").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL + "?v=2").release("1").withoutWeb());
    assertEquals(NoMap.INSTANCE, ask(URL).release("1").withoutWeb());
  }

  @Test
  void newestUploadOfUrlAndReleaseWins() {
    given(TestEntry.of(URL, "old").release("1"));
    MapEntry entry = given(TestEntry.of(URL, "new").release("1"));
    ask(URL).release("1").finds(entry, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void replacedUploadIsNotFoundByUrlEvenIfTheNewestContradicts() {
    given(TestEntry.of(URL, "old").release("1"));
    given(TestEntry.of(URL, "new").text("new").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL).content("script").release("1").withoutWeb());
  }

  @Test
  void uploadWithoutDistIsPreferred() {
    MapEntry plain = given(TestEntry.of(URL, "plain").release("1"));
    given(TestEntry.of(URL, "other").release("1").dist("5"));
    ask(URL).release("1").finds(plain, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void distsWithOneMapAreAllRight() {
    given(TestEntry.of(URL, "map").release("1").dist("4"));
    MapEntry newest = given(TestEntry.of(URL, "map").release("1").dist("5"));
    ask(URL).release("1").finds(newest, MatchedKey.RELEASE_AND_URL);
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
  void distThatContradictsIsNotCounted() {
    MapEntry right = given(TestEntry.of(URL, "map").release("1").dist("4"));
    given(TestEntry.of(URL, "other").release("1").dist("5").debugId(OTHER_ID));
    ask(URL).release("1").debugId(ID).finds(right, MatchedKey.RELEASE_AND_URL);
  }

  // Key 4: release and path

  @Test
  void pathAnswersAnyOrigin() {
    MapEntry entry = given(TestEntry.of(PATH, "map").release("1"));
    ask(URL).release("1").finds(entry, MatchedKey.RELEASE_AND_PATH);
    ask("http://localhost:8080/assets/app.js?x=1")
        .release("1")
        .finds(entry, MatchedKey.RELEASE_AND_PATH);
  }

  @Test
  void pathMustBeTheWholePath() {
    given(TestEntry.of("~/app.js", "map").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("1").withoutWeb());
  }

  @Test
  void urlComesBeforePath() {
    MapEntry exact = given(TestEntry.of(URL, "exact").release("1"));
    given(TestEntry.of(PATH, "map").release("1"));
    ask(URL).release("1").finds(exact, MatchedKey.RELEASE_AND_URL);
  }

  @Test
  void otherReleasesOnlyMeansReleaseMissing() {
    given(TestEntry.of(URL, "map").release("1"));
    assertRefused(
        RefusalReason.RELEASE_MISSING,
        "was uploaded for 1, but not for the release 2",
        ask(URL).release("2").withoutWeb());
    assertRefused(
        RefusalReason.RELEASE_MISSING, "", ask(URL).release("2").withWeb("script of release 2"));
  }

  @Test
  void otherReleasesOfThePathMeanReleaseMissing() {
    given(TestEntry.of(PATH, "map").release("1"));
    assertRefused(RefusalReason.RELEASE_MISSING, "2", ask(URL + "?v=1").release("2").withoutWeb());
  }

  @Test
  void otherScriptsOfTheReleaseLeaveTheWeb() {
    given(TestEntry.of("https://cdn.example.com/assets/other.js", "map").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("1").withoutWeb());
    assertEquals(NoMap.INSTANCE, ask(URL).release("2").withoutWeb());
  }

  @Test
  void uploadWithoutReleaseLeavesTheWebToANamedRelease() {
    given(TestEntry.of(URL, "map"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("1").withoutWeb());
  }

  @Test
  void debugIdOnTheWebIsMoreCertainThanAMissingRelease() {
    given(TestEntry.of(URL, "map").release("1"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("2").debugId(ID).withWeb("script", ID, null));
  }

  // Key 5: the script on the web

  @Test
  void debugIdOfTheScriptOnTheWebFindsPluginUploads() {
    MapEntry entry = given(TestEntry.of("~/" + ID + "-0.js", "map").debugId(ID));
    assertEquals(
        new FoundMap(entry, MatchedKey.FETCHED_DEBUG_ID), ask(URL).withWeb("script", ID, null));
  }

  @Test
  void hashOfTheScriptOnTheWebFindsPluginUploads() {
    MapEntry entry = given(TestEntry.of("~/0.js", "map").text("script").release("1"));
    assertEquals(new FoundMap(entry, MatchedKey.FETCHED_HASH), ask(URL).withWeb("script"));
    assertEquals(
        new FoundMap(entry, MatchedKey.FETCHED_HASH), ask(URL).release("1").withWeb("script"));
  }

  @Test
  void scriptOnTheWebRanksBelowTheRelease() {
    given(TestEntry.of("~/0.js", "map").text("script").debugId(ID).release("2"));
    Asked asked = ask(URL).release("1");
    assertEquals(NoMap.INSTANCE, asked.withWeb("script", ID, null));
  }

  @Test
  void uploadOfTheReleaseFoundByTheWebIsNotMissing() {
    given(TestEntry.of(URL, "other").text("other").release("2"));
    MapEntry entry = given(TestEntry.of("~/0.js", "map").text("script").release("1"));
    assertEquals(
        new FoundMap(entry, MatchedKey.FETCHED_HASH), ask(URL).release("1").withWeb("script"));
  }

  @Test
  void scriptOnTheWebDoesNotOverruleTheProfilesDebugId() {
    given(TestEntry.of("~/0.js", "map").text("script").debugId(OTHER_ID));
    assertRefused(
        RefusalReason.DEBUG_ID_MISSING,
        OTHER_ID,
        ask(URL).debugId(ID).withWeb("script", OTHER_ID, null));
  }

  @Test
  void scriptOnTheWebDoesNotOverruleTheProfilesHash() {
    given(TestEntry.of("~/0.js", "map").text("web").debugId(ID));
    assertEquals(NoMap.INSTANCE, ask(URL).content("script").withWeb("web", ID, null));
  }

  // Key 6: the URL, without a release

  @Test
  void urlFindsTheNewestUploadWithoutRelease() {
    given(TestEntry.of(URL, "old"));
    MapEntry entry = given(TestEntry.of(URL, "new"));
    given(TestEntry.of(URL, "released").release("1"));
    assertFoundByUrl(entry, ask(URL).withoutWeb());
  }

  @Test
  void pathFindsUploadWithoutRelease() {
    MapEntry entry = given(TestEntry.of(PATH, "map"));
    assertFoundByUrl(entry, ask(URL + "?v=1").withoutWeb());
  }

  @Test
  void releasesWithOneMapAreAllRight() {
    given(TestEntry.of(URL, "map").release("1"));
    MapEntry newest = given(TestEntry.of(URL, "map").release("2"));
    assertFoundByUrl(newest, ask(URL).withoutWeb());
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

  @Test
  void replacedMapOfAReleaseDoesNotCount() {
    given(TestEntry.of(URL, "wrong").release("1"));
    MapEntry entry = given(TestEntry.of(URL, "right").release("1"));
    assertFoundByUrl(entry, ask(URL).withoutWeb());
  }

  @Test
  void uploadOfAnotherScriptThanTheWebsIsNotUsedByUrl() {
    given(TestEntry.of(URL, "map").text("old"));
    assertEquals(NoMap.INSTANCE, ask(URL).withWeb("new"));
  }

  @Test
  void uploadWithAnotherDebugIdThanTheWebsIsNotUsedByUrl() {
    given(TestEntry.of(URL, "map").debugId(ID));
    assertEquals(NoMap.INSTANCE, ask(URL).withWeb("new", OTHER_ID, null));
    assertEquals(NoMap.INSTANCE, ask(URL).withWeb("new", null, OTHER_ID));
  }

  @Test
  void mapAloneIsUsedByUrl() {
    MapEntry entry = given(TestEntry.of(URL, "map"));
    assertFoundByUrl(entry, ask(URL).withWeb("script"));
  }

  @Test
  void urlIsNotUsedIfTheProfileNamesARelease() {
    given(TestEntry.of(URL, "map"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("1").withWeb("script"));
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

  @Test
  void entryThatMayNotAnswerDoesNotHideAnother() {
    MapEntry entry = given(TestEntry.of(PATH, "map").release("1"));
    given(TestEntry.of(PATH, "other").release("1").prefixes("https://a.example/"));
    ask(URL).release("1").finds(entry, MatchedKey.RELEASE_AND_PATH);
  }

  @Test
  void releaseIsNotMissingBecauseOfUploadsThatMayNotAnswer() {
    given(TestEntry.of(PATH, "other").release("1").prefixes("https://a.example/"));
    assertEquals(NoMap.INSTANCE, ask(URL).release("2").withoutWeb());
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

  private static void assertFoundByUrl(MapEntry entry, MapChoice choice) {
    assertEquals(new FoundMap(entry, MatchedKey.URL), choice);
  }

  private static void assertStep(MapSearch search, MatchedKey key, String words) {
    List<Step> ofKey = new ArrayList<>(search.steps().join());
    ofKey.removeIf(step -> !step.key().equals(key.words()));
    assertTrue(
        ofKey.stream().anyMatch(step -> step.outcome().contains(words)),
        () -> search.steps().join().toString());
  }
}
