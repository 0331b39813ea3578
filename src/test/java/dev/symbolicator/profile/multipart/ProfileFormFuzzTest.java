package dev.symbolicator.profile.multipart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import java.io.ByteArrayOutputStream;

/** Any bytes as forms, behind the begin of one, and as headers and contents of parts. */
class ProfileFormFuzzTest {
  private static final String PART = "--b\r\nContent-Disposition: form-data; name=\"";
  private static final long PLENTY = 1L << 40;

  @FuzzTest(maxDuration = "120s")
  void anyFormIsTakenApart(byte[] body) {
    check(body);
    check(joined("--", body, ""));
    check(joined("--b\r\n", body, "\r\n--b--"));
    String profile = PART + "profile\"\r\n\r\n{}\r\n";
    check(joined(profile + PART, body, "\r\n--b--"));
    check(joined(profile + PART + "map\"; filename=\"a.map\"\r\n\r\n", body, "\r\n--b--"));
    check(joined(PART + "profile\"\r\n\r\n", body, "\r\n--b--"));
  }

  private static byte[] joined(String before, byte[] body, String behind) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(before.getBytes(ISO_8859_1));
    out.writeBytes(body);
    out.writeBytes(behind.getBytes(ISO_8859_1));
    return out.toByteArray();
  }

  private static void check(byte[] body) {
    ByteBudget budget = new ByteBudget(PLENTY);
    Allowance memory = Allowance.of(budget.open());
    ProfileForm form = ProfileForm.of(ProfileBody.of(body), memory);
    ProfileReading problem = form.problem();
    boolean isCopied = form.profile().bytes() != body;
    if (problem != null) {
      assertFalse(isCopied);
      assertTrue(form.maps().isEmpty());
      assertTrue(memory.held() <= body.length);
      assertPlace(problem, body.length);
      return;
    }
    if (!isCopied) {
      assertTrue(form.maps().isEmpty());
      assertEquals(0, memory.held());
      return;
    }
    assertEquals(form.profile().bytes().length, memory.held());
    String text = new String(body, ISO_8859_1);
    String delimiter = "\r\n" + text.substring(0, text.indexOf("\r\n"));
    long all = form.profile().bytes().length;
    int behind = 0;
    for (MapPart map : form.maps()) {
      assertFalse(map.path().isEmpty());
      assertSame(body, map.form());
      assertTrue(map.start() >= behind, "parts come in their order, and do not overlap");
      // The line break of a part without content may be that of its headers.
      int end = text.indexOf(delimiter, map.start() - 2);
      assertEquals(Math.max(map.start(), end), map.end());
      behind = map.end();
      all += map.size();
    }
    assertTrue(form.maps().size() <= ProfileForm.MAX_MAPS);
    assertTrue(all <= body.length);
    assertTrue(text.contains("\r\n" + new String(form.profile().bytes(), ISO_8859_1)));
    if (memory.held() > 0) {
      Allowance less = Allowance.of(new ByteBudget(memory.held() - 1).open());
      assertInstanceOf(OutOfMemory.class, ProfileForm.of(ProfileBody.of(body), less).problem());
    }
  }

  private static void assertPlace(ProfileReading problem, int length) {
    if (problem instanceof LimitExceeded exceeded) {
      assertTrue(exceeded.byteOffset() >= 0 && exceeded.byteOffset() <= length);
    } else {
      long offset = assertInstanceOf(Invalid.class, problem).byteOffset();
      assertTrue(offset >= 0 && offset <= length);
    }
  }
}
