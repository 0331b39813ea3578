package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.VendorCase;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FormTest {
  private static final String EVENT =
      "{\"tags_profiler\":\"sdk_version:7,service:shop,version:1.4.2,language:javascript\",\"_dd\":{}}";

  private static final String TRACE =
      "{\"frames\":[{\"name\":\"a\",\"line\":1,\"column\":2,\"resourceId\":0},{\"name\":\"go\"}],"
          + "\"resources\":[\"a.js\"],\"stacks\":[],\"samples\":[],"
          + "\"debugIds\":[{\"resourceId\":0,\"debugId\":\"1a\"}]}";

  private static final String MAPPED =
      TRACE
          .replace(
              "\"a\",\"line\":1,\"column\":2,\"resourceId\":0",
              "\"f\",\"line\":8,\"column\":10,\"resourceId\":1")
          .replace("[\"a.js\"]", "[\"a.js\",\"x.ts\"]");

  private static String part(String name, String content) {
    return "--B\r\nContent-Disposition: form-data; name=\""
        + name
        + "\"; filename=\"x\"\r\n"
        + "Content-Type: application/json\r\n\r\n"
        + content
        + "\r\n";
  }

  private static String form(String event, String trace) {
    return part("event", event) + part("wall-time.json", trace) + "--B--\r\n";
  }

  private static ProfileReading reading(String body, ProfileLimits limits) {
    return ProfileReader.read(ProfileBody.of(VendorCase.latin1(body)), limits, Allowances.plenty());
  }

  private static ProfileReading reading(String body) {
    return reading(body, LIMITS);
  }

  private static Profile read(String body) {
    return assertInstanceOf(ReadProfile.class, reading(body)).profile();
  }

  private static String mapped(String body) {
    return VendorCase.text(
        written(
            read(body),
            frame -> frame.name().equals("a") ? new OriginalFrame("x.ts", 7, 9, "f") : null,
            "{}"));
  }

  @Test
  void plainTraceIsRewrittenInPlace() {
    assertEquals(form(EVENT, MAPPED), mapped(form(EVENT, TRACE)));
  }

  @Test
  void deflatedTraceStaysDeflated() {
    String answer = mapped(form(EVENT, VendorCase.deflate(TRACE)));
    VendorCase.Form got = VendorCase.form(answer);
    assertEquals(form(EVENT, "|"), got.before() + "|" + got.behind());
    assertEquals(MAPPED, got.trace());
  }

  @Test
  void unmappedFormComesBackByteForByte() {
    for (String trace : List.of(TRACE, VendorCase.deflate(TRACE))) {
      String body = form(EVENT, trace) + "epilogue";
      assertEquals(body, VendorCase.text(written(read(body), frame -> null, "{}")));
    }
  }

  @Test
  void otherPartsStayWhateverTheyHold() {
    String odd =
        part("", "\r\n--C\r\n--")
            + part("wall-time.json2", "")
            + "--B\r\n\r\nno headers\r\n"
            + part("empty", "");
    assertEquals(odd + form("x", MAPPED), mapped(odd + form("x", TRACE)));
    String second = part("wall-time.json", MAPPED) + part("wall-time.json", TRACE) + "--B--";
    assertEquals(
        second, mapped(part("wall-time.json", TRACE) + part("wall-time.json", TRACE) + "--B--"));
  }

  @Test
  void openObservesForkHasNoDebugIds() {
    String fork = TRACE.replaceAll(",\"debugIds\":.*]}$", "}");
    String event = EVENT.replace("_dd", "_oo");
    assertEquals(
        form(event, MAPPED.replaceAll(",\"debugIds\":.*]}$", "}")), mapped(form(event, fork)));
  }

  @Test
  void versionAndDebugIdsReachTheBuild() {
    assertEquals(new ScriptBuild("1.4.2", "1a"), read(form(EVENT, TRACE)).build(0));
    assertEquals(
        new ScriptBuild("2", "1a"),
        read(form(EVENT, TRACE.replace("{\"frames\"", "{\"release\":\"2\",\"frames\""))).build(0));
  }

  @Test
  void eventOfAnotherShapeNamesNoRelease() {
    for (String event :
        List.of(
            "",
            "x",
            "[]",
            "{}",
            "{\"tags_profiler\":3}",
            "{\"tags_profiler\":\"version:\"}",
            "{\"a\":")) {
      assertEquals(new ScriptBuild(null, "1a"), read(form(event, TRACE)).build(0), event);
    }
    String start = EVENT.substring(0, EVENT.length() - 1) + ",\"pad\":\"";
    String fits = start + "p".repeat(65_536 - start.length() - 2) + "\"}";
    assertEquals("1.4.2", read(form(fits, TRACE)).build(0).release());
    @Nullable String none = read(form(fits + " ", TRACE)).build(0).release();
    assertEquals(null, none);
  }

  @Test
  void inflatedPartOfTheLimitIsReadAndALargerOneIsRefused() {
    String deflated = form(EVENT, VendorCase.deflate(TRACE));
    assertInstanceOf(ReadProfile.class, reading(deflated, withPartSize(TRACE.length())));
    LimitExceeded exceeded =
        assertInstanceOf(LimitExceeded.class, reading(deflated, withPartSize(TRACE.length() - 1)));
    assertEquals("max-part-size", exceeded.limitName());
    assertInstanceOf(ReadProfile.class, reading(form(EVENT, TRACE), withPartSize(1)));
  }

  private static ProfileLimits withPartSize(int bytes) {
    return new ProfileLimits(100, 100, 100, 1000, 250, bytes);
  }

  @Test
  void aThousandPartsAreReadAndOneMoreIsRefused() {
    assertInstanceOf(ReadProfile.class, reading(part("x", "").repeat(998) + form(EVENT, TRACE)));
    LimitExceeded exceeded =
        assertInstanceOf(
            LimitExceeded.class, reading(part("x", "").repeat(999) + form(EVENT, TRACE)));
    assertEquals("max-parts", exceeded.limitName());
  }

  @Test
  void partHeadersOfTheLimitAreReadAndLongerOnesAreRefused() {
    String fits = "--B\r\n" + "h".repeat(8192) + "\r\n\r\nx\r\n";
    assertInstanceOf(ReadProfile.class, reading(fits + form(EVENT, TRACE)));
    LimitExceeded exceeded =
        assertInstanceOf(
            LimitExceeded.class, reading(fits.replace("hhh", "hhhh") + form(EVENT, TRACE)));
    assertEquals("max-part-headers", exceeded.limitName());
  }

  @Test
  void boundaryOfTheLimitIsReadAndALongerOneIsNoForm() {
    for (int length : List.of(70, 71)) {
      String body = form(EVENT, TRACE).replace("--B", "--" + "b".repeat(length));
      assertEquals(length == 70, reading(body) instanceof ReadProfile);
    }
  }

  @Test
  void brokenFormsAreProblems() {
    String body = form(EVENT, TRACE);
    assertInstanceOf(Invalid.class, reading(body.substring(0, body.length() - 20)));
    assertInstanceOf(
        Invalid.class,
        reading(
            body.replace(
                "--B\r\nContent-Disposition: form-data; name=\"wall",
                "--Bx\r\nContent-Disposition: form-data; name=\"wall")));
    assertInstanceOf(Invalid.class, reading(part("event", EVENT) + "--B--\r\n"));
    assertInstanceOf(NotJson.class, reading(form(EVENT, "")));
    String deflated = VendorCase.deflate(TRACE);
    for (String damaged :
        List.of(
            "x",
            deflated.substring(0, 40),
            deflated + "x",
            deflated.replace(deflated.charAt(9), 'q'))) {
      assertInstanceOf(Invalid.class, reading(form(EVENT, damaged)), damaged);
    }
    Invalid inflated =
        assertInstanceOf(
            Invalid.class, reading(form(EVENT, VendorCase.deflate("{\"frames\":[]}"))));
    assertEquals(body.indexOf(TRACE), inflated.byteOffset());
  }

  @Test
  void bodyDeclaredAsAFormMustBeOne() {
    for (String text : List.of("", "--", "{}", "--B", "----\r\n", "-- B\r\n\r\n\r\n-- B--")) {
      ProfileBody body =
          new ProfileBody(VendorCase.latin1(text), "Multipart/form-data; boundary=B", false);
      assertInstanceOf(Invalid.class, ProfileReader.read(body, LIMITS, Allowances.plenty()), text);
    }
  }

  @Test
  void memoryOfTheInflatedPartIsTaken() {
    byte[] body = VendorCase.latin1(form(EVENT, VendorCase.deflate(TRACE)));
    assertInstanceOf(
        OutOfMemory.class, ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.of(0)));
  }

  @Test
  void answerHasTheTypeOfTheRequestIfItsBoundaryIsThatOfTheBody() {
    String declared = "multipart/form-data; boundary=B";
    assertEquals(declared, typeOf(declared));
    assertEquals("multipart/form-data; boundary=\"B\"", typeOf("multipart/form-data; boundary=C"));
    assertEquals("multipart/form-data; boundary=\"B\"", typeOf(null));
  }

  private static String typeOf(@Nullable String declared) {
    ProfileBody body = new ProfileBody(VendorCase.latin1(form(EVENT, TRACE)), declared, false);
    return ((ReadProfile) ProfileReader.read(body, LIMITS, Allowances.plenty()))
        .profile()
        .mediaType();
  }
}
