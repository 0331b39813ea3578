package dev.symbolicator.profile.formats;

import static dev.symbolicator.profile.formats.Profiles.LIMITS;
import static dev.symbolicator.profile.formats.Profiles.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;

/** Any bytes as payloads of envelopes and as parts of forms, and as envelopes and forms. */
class VendorFuzzTest {
  @FuzzTest
  void anyEnvelopeIsReadAndWrittenBack(byte[] body) {
    check(body);
    check(joined("{}\n{\"type\":\"profile\",\"length\":" + body.length + "}\n", body, ""));
    check(joined("{}\n", body, ""));
  }

  @FuzzTest
  void anyFormIsReadAndWrittenBack(byte[] body) {
    check(joined("--", body, ""));
    check(joined("--b\r\n", body, "\r\n--b--"));
    String part = "--b\r\nContent-Disposition: form-data; name=\"wall-time.json\"\r\n\r\n";
    check(joined(part, body, "\r\n--b--"));
  }

  private static byte[] joined(String before, byte[] body, String behind) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Profiles.utf8(before));
    out.writeBytes(body);
    out.writeBytes(Profiles.utf8(behind));
    return out.toByteArray();
  }

  /** Checks that an unmapped body stays, and that a mapped one can be read again. */
  static void check(byte[] body) {
    ProfileReading reading = ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      Profile profile = read.profile();
      assertArrayEquals(body, written(profile, frame -> null, null));
      // A frame of a stack needs a URL to be read again.
      String source = profile.format().equals("stack") ? "https://o/s.ts" : "\ud800";
      byte[] mapped = written(profile, frame -> new OriginalFrame(source, 1, 1, "\""), "{}");
      ProfileReading again =
          ProfileReader.read(ProfileBody.of(mapped), LIMITS, Allowances.plenty());
      assertEquals(profile.frames().size(), ((ReadProfile) again).profile().frames().size());
    } else if (reading instanceof Invalid invalid) {
      assertTrue(invalid.byteOffset() <= body.length);
    } else if (reading instanceof NotJson notJson) {
      assertTrue(notJson.byteOffset() <= body.length);
    } else if (reading instanceof LimitExceeded exceeded) {
      assertTrue(exceeded.byteOffset() <= body.length);
    }
  }
}
