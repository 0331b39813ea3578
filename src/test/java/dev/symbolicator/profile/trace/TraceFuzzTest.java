package dev.symbolicator.profile.trace;

import static dev.symbolicator.profile.trace.Traces.original;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

class TraceFuzzTest {
  @FuzzTest(maxDuration = "10m")
  void anyTraceIsReadAndWrittenBack(byte[] body) throws IOException {
    boolean unused = new TraceFormat().recognises(body);
    ProfileReading reading = Traces.reading(body, ProfileLimits.DEFAULT, Allowances.plenty());
    if (reading instanceof ReadProfile read) {
      Profile profile = read.profile();
      assertArrayEquals(body, Traces.bytes(profile, frame -> null, null));
      byte[] mapped = Traces.bytes(profile, frame -> original(frame, profile), "{}");
      assertInstanceOf(
          ReadProfile.class, Traces.reading(mapped, ProfileLimits.DEFAULT, Allowances.plenty()));
      for (int script = 0; script < profile.scripts().size(); script++) {
        readFiles(profile.embedded(script));
      }
    } else if (reading instanceof Invalid invalid) {
      assertTrue(invalid.byteOffset() < body.length);
    } else if (reading instanceof NotJson notJson) {
      assertTrue(notJson.byteOffset() <= body.length);
    }
  }

  private static void readFiles(@Nullable EmbeddedScript script) throws IOException {
    if (script == null) {
      return;
    }
    try (InputStream map = script.map().open()) {
      assertTrue(map.readAllBytes().length == script.map().size());
    }
    EmbeddedScript.EmbeddedFile file = script.text();
    if (file != null) {
      try (InputStream text = file.open()) {
        assertTrue(text.readAllBytes().length == file.size());
      }
    }
  }
}
