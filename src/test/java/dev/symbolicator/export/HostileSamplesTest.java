package dev.symbolicator.export;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.profile.Profile.ReducibleProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading.ReducedProfile;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading.UnreducedProfile;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.UnreadTimeline;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.TimedTraces;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.JsonMutants;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sends profiles in which a member is dropped, doubled or of another kind. */
class HostileSamplesTest {
  private static final String LONG_TASKS =
      "{\"timeOrigin\":1.5,\"debugIds\":[{\"resourceId\":1,\"debugId\":\"a\"}],\"trace\":"
          + TimedTraces.MDN.strip().replaceFirst("\\}$", "")
          + ",\"sampleInterval\":10,\"longTasks\":[{\"startTime\":2973,\"duration\":2,"
          + "\"entryType\":\"longtask\",\"startClocks\":{\"relative\":2973}}]}}";

  private int exported;
  private int refused;

  @Test
  void mutatedTraceIsExportedOrRefused() {
    JsonMutants.of(LONG_TASKS, this::export);
    assertTrue(exported > 100 && refused > 50, exported + " exported, " + refused + " refused");
  }

  @Test
  void mutatedCpuProfileIsExportedOrRefused() {
    byte[] profile = new Exported(TimedTraces.MDN, frame -> null).bytes(ExportFormat.CPUPROFILE);
    JsonMutants.of(new String(profile, StandardCharsets.UTF_8), this::export);
    assertTrue(exported > 30 && refused > 20, exported + " exported, " + refused + " refused");
  }

  private void export(String body) {
    if (!(TimedTraces.reading(body) instanceof ProfileReading.ReadProfile read)
        || !(read.profile() instanceof TimedProfile profile)) {
      return;
    }
    if (profile.timeline(Allowances.plenty()) instanceof ReadTimeline timeline) {
      exported++;
      for (ExportFormat format : ExportFormat.values()) {
        Export export =
            Export.of(
                format, timeline, profile, Exported::someOriginal, null, null, Allowances.plenty());
        assertNotNull(export);
        try {
          export.writeTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    } else {
      refused++;
      assertPlace(
          assertInstanceOf(UnreadTimeline.class, profile.timeline(Allowances.plenty())).problem(),
          body);
    }
    for (ReductionOptions options :
        List.of(new ReductionOptions(1, true), ReductionOptions.UNUSED_ONLY)) {
      if (profile instanceof ReducibleProfile reducible) {
        if (reducible.reduce(options, Allowances.plenty()) instanceof ReducedProfile reduced) {
          String text = new String(reduced.body(), StandardCharsets.UTF_8);
          assertInstanceOf(ProfileReading.ReadProfile.class, TimedTraces.reading(text));
        } else {
          assertPlace(
              assertInstanceOf(
                      UnreducedProfile.class, reducible.reduce(options, Allowances.plenty()))
                  .problem(),
              body);
        }
      }
    }
  }

  private static void assertPlace(ProfileReading problem, String body) {
    if (problem instanceof ProfileReading.Unavailable) {
      return; // the profile is sound, and has no place to correct
    }
    ProfileReading.Invalid invalid = assertInstanceOf(ProfileReading.Invalid.class, problem);
    assertTrue(invalid.byteOffset() >= 0 && invalid.byteOffset() < body.length());
    assertTrue(invalid.pointer().isEmpty() || invalid.pointer().startsWith("/"));
  }
}
