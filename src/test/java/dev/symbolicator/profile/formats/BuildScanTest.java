package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.read;
import static dev.symbolicator.profile.formats.Profiles.utf8;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.testing.Allowances;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuildScanTest {
  private static final ScriptBuild NONE = new ScriptBuild(null, null);
  private static final String ID = "01adb20a-b0bc-43e7-9e53-bef3a997d4b1";

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }

  /** Returns a trace of the resources a, b and c with more members. */
  private static String trace(String members) {
    String trace = "{'frames':[],'resources':['a','b','c'],'stacks':[],'samples':[]";
    return quoted(trace + (members.isEmpty() ? "" : "," + members) + "}");
  }

  private static String envelope(String members, String ofTrace) {
    return quoted("{" + members + ",'trace':") + trace(ofTrace) + "}";
  }

  private static ScriptBuild build(@Nullable String release, @Nullable String debugId) {
    return new ScriptBuild(release, debugId);
  }

  /** Reads a profile, which is written back as it was. */
  private static Profile readBack(String body) {
    Profile profile = read(body);
    assertArrayEquals(utf8(body), written(profile, frame -> null, null));
    return profile;
  }

  @Test
  void releaseIsThatOfAllScripts() {
    for (String body :
        new String[] {
          trace("'release':'1.4.2'"),
          envelope("'release':'1.4.2'", ""),
          envelope("'x':1", "'release':'1.4.2'")
        }) {
      assertEquals(build("1.4.2", null), readBack(body).build(0));
      assertEquals(build("1.4.2", null), readBack(body).build(2));
    }
  }

  /** The form that Datadog's browser SDK sends. */
  @Test
  void debugIdsAreReadByResourceId() {
    String ids = "'debugIds':[{'resourceId':2,'debugId':'i2'},{'debugId':'i0','resourceId':0.0}]";
    for (String body : new String[] {trace(ids), envelope(ids, ""), envelope("'x':1", ids)}) {
      Profile profile = readBack(body);
      assertEquals(build(null, "i0"), profile.build(0));
      assertEquals(NONE, profile.build(1));
      assertEquals(build(null, "i2"), profile.build(2));
    }
  }

  @Test
  void debugIdsAndReleasesAreReadByUrl() {
    Profile profile = readBack(trace("'debugIds':{'b':'i','x':'j'},'releases':{'c':'r','a':'q'}"));
    assertEquals(build("q", null), profile.build(0));
    assertEquals(build(null, "i"), profile.build(1));
    assertEquals(build("r", null), profile.build(2));
  }

  @Test
  void releasesAreReadByResourceId() {
    Profile profile = readBack(trace("'releases':[{'resourceId':1,'release':'r'}]"));
    assertEquals(build("r", null), profile.build(1));
    assertEquals(NONE, profile.build(0));
  }

  @Test
  void releaseOfAScriptCountsBeforeThatOfAllScripts() {
    Profile profile =
        readBack(
            envelope(
                "'releases':[{'resourceId':0,'release':'outer a'},{'resourceId':1,'release':'outer"
                    + " b'}]",
                "'release':'all','releases':{'a':'inner a'}"));
    assertEquals("inner a", profile.build(0).release());
    assertEquals("outer b", profile.build(1).release());
    assertEquals("all", profile.build(2).release());
  }

  @Test
  void membersInTheTraceCountBeforeMembersBesideTheTrace() {
    Profile profile =
        readBack(
            envelope(
                "'release':'outer','debugIds':{'a':'outer','b':'outer'}",
                "'release':'inner','debugIds':{'a':'inner'}"));
    assertEquals(build("inner", "inner"), profile.build(0));
    assertEquals(build("inner", "outer"), profile.build(1));
  }

  @Test
  void resourceIdCountsBeforeUrl() {
    Profile profile =
        readBack(
            quoted("{'debugIds':{'a':'by url'},'trace':")
                + trace("'debugIds':[{'resourceId':0,'debugId':'by index'}]")
                + "}");
    assertEquals("by index", profile.build(0).debugId());
  }

  @Test
  void resourcesOfOneUrlMayBeOfDifferentBuilds() {
    Profile profile =
        readBack(
            quoted(
                "{'resources':['a','a'],'frames':[],'stacks':[],'samples':[],'releases':"
                    + "[{'resourceId':0,'release':'1'},{'resourceId':1,'release':'2'}]}"));
    assertEquals("1", profile.build(0).release());
    assertEquals("2", profile.build(1).release());
  }

  /** Unknown members were always passed through, and these names may be a sender's own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'release':null",
        "'release':7",
        "'release':{'version':'1'}",
        "'release':['1']",
        "'release':''",
        "'release':'a\\nb'",
        "'release':'\\u0000'",
        "'release':true",
        "'releases':'1'",
        "'releases':{'a':1,'b':null,'c':['x']}",
        "'releases':[1,'x',null,[{'resourceId':0,'release':'x'}]]",
        "'releases':[{'resourceId':'0','release':'x'}]",
        "'releases':[{'resourceId':0}]",
        "'releases':[{'release':'x'}]",
        "'releases':[{'resourceId':0,'release':{'release':'x','resourceId':1}}]",
        "'releases':[{'resourceId':0,'release':'a\\u007fb'}]",
        "'releases':{'a':{'a':'x'}}",
        "'debugIds':0.5",
        "'debugIds':[]",
        "'debugIds':{}",
        "'debugIds':[{'resourceId':-1,'debugId':'x'},{'resourceId':3,'debugId':'x'}]",
        "'debugIds':[{'resourceId':0.5,'debugId':'x'},{'resourceId':1e99,'debugId':'x'}]",
        "'debugIds':[{'resourceId':[0],'debugId':'x'},{'resourceId':null,'debugId':'x'}]",
        "'debugIds':[[],[[{}]],{'debugId':{'debugId':'x'}}]",
        "'debugIds':[{'resourceId':0,'debugId':''}]"
      })
  void valueOfAnotherShapeIsPassedThrough(String member) {
    for (String body :
        new String[] {trace(member), envelope(member, ""), envelope("'x':1", member)}) {
      Profile profile = readBack(body);
      for (int script = 0; script < 3; script++) {
        assertEquals(NONE, profile.build(script), body);
      }
    }
  }

  @Test
  void lastOfRepeatedMembersAndEntriesCounts() {
    Profile profile =
        readBack(
            trace(
                "'release':'1','release':'2','debugIds':{'a':'x','b':'x'},'debugIds':"
                    + "[{'resourceId':0,'debugId':'y'},{'resourceId':0,'debugId':'z'}]"));
    assertEquals(build("2", "z"), profile.build(0));
    assertEquals(build("2", null), profile.build(1));
    assertNull(readBack(trace("'release':'1','release':2")).build(0).release());
  }

  @ParameterizedTest
  @CsvSource({"250,true", "251,false"})
  void releaseHasAtMost250Characters(int length, boolean isRead) {
    for (String unit : new String[] {"r", "é", "\\u0072", "\\\\"}) {
      String body = trace("'release':'" + unit.repeat(length) + "'");
      String release = readBack(body).build(0).release();
      assertEquals(isRead ? length : -1, release == null ? -1 : release.length(), unit);
    }
  }

  @Test
  void debugIdHasAtMost64Characters() {
    assertEquals("d".repeat(64), debugIdOf("d".repeat(64)));
    assertNull(debugIdOf("d".repeat(65)));
  }

  private static @Nullable String debugIdOf(String id) {
    return readBack(trace("'debugIds':{'a':'" + id + "'}")).build(0).debugId();
  }

  /** The parser reads no longer text, but skips one. */
  @Test
  void textBeyondTheLimitOfTextsIsSkipped() {
    String body = trace("'release':'" + "r".repeat(LIMITS.maxStringLength() + 1) + "'");
    assertEquals(NONE, readBack(body).build(0));
  }

  @Test
  void entriesBeyondTheLimitOfResourcesAreIgnored() {
    ProfileLimits limits = new ProfileLimits(10, 10, 3, 100, 250, 1 << 20);
    String body = trace("'debugIds':{'x':'1','y':'2','a':'3','b':'4'}");
    Profile profile =
        assertInstanceOf(
                ProfileReading.ReadProfile.class,
                ProfileReader.read(ProfileBody.of(utf8(body)), limits, Allowances.plenty()))
            .profile();
    assertEquals("3", profile.build(0).debugId());
    assertNull(profile.build(1).debugId());
  }

  @Test
  void entriesAreCharged() {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      entries.append(i == 0 ? "" : ",").append("'u").append(i).append("':'").append(ID).append("'");
    }
    for (String member :
        new String[] {"'debugIds':{" + entries + "}", "'releases':{" + entries + "}"}) {
      for (String body : new String[] {trace(member), envelope(member, "")}) {
        assertInstanceOf(
            ProfileReading.OutOfMemory.class,
            ProfileReader.read(ProfileBody.of(utf8(body)), LIMITS, Allowances.of(500_000)));
      }
    }
  }
}
