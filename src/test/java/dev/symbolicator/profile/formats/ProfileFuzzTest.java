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
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;

class ProfileFuzzTest {
  @FuzzTest
  void anyBodyIsReadAndWrittenBack(byte[] body) {
    ProfileReading reading = ProfileReader.read(ProfileBody.of(body), LIMITS, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      Profile profile = read.profile();
      assertArrayEquals(body, written(profile, frame -> null, null));
      // A frame of a stack needs a URL to be read again.
      String source = profile.format().equals("stack") ? "https://o/s.ts" : "\ud800";
      byte[] mapped = written(profile, frame -> new OriginalFrame(source, 1, 1, "\""), "{}");
      Profile again =
          ((ReadProfile) ProfileReader.read(ProfileBody.of(mapped), LIMITS, Allowances.plenty()))
              .profile();
      assertEquals(profile.frames().size(), again.frames().size());
      // In other formats a script without frames is no script any more.
      boolean hasScripts = profile.format().equals("js-self-profile");
      for (int script = 0; hasScripts && script < profile.scripts().size(); script++) {
        assertEquals(profile.build(script), again.build(script));
      }
    } else if (reading instanceof Invalid invalid) {
      assertTrue(invalid.byteOffset() < body.length);
    } else if (reading instanceof NotJson notJson) {
      assertTrue(notJson.byteOffset() <= body.length);
    }
  }
}
