package dev.symbolicator.symbolication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.places.TestPlaces;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.symbolication.SymbolicationReport.ResolvedScripts;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

record TraceRun(SymbolicationReport report, String written) {

  static Profile read(byte[] body) throws IOException {
    LargeFormat format =
        LargeProfileReader.formatOf(
            Arrays.copyOf(body, Math.min(body.length, LargeFormat.HEAD_BYTES)));
    assertNotNull(format);
    return assertInstanceOf(
            ProfileReading.ReadProfile.class,
            format.read(BodyBytes.of(body), ProfileLimits.DEFAULT, Allowances.plenty()))
        .profile();
  }

  static TraceRun of(TestScripts scripts, String body, String... keysAndValues) throws IOException {
    SymbolicationConfig config = Settings.of(keysAndValues).read(SymbolicationConfig.class);
    return of(scripts, body, config, Deadline.in(config.deadline()));
  }

  static TraceRun of(
      TestScripts scripts, String body, SymbolicationConfig config, Deadline deadline)
      throws IOException {
    Profile profile = read(body.getBytes(UTF_8));
    FrameSymbols symbols = new FrameSymbols(profile, NameStyle.V8, new RecentSymbols());
    ScriptResolver resolver = new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), config);
    ResolvedScripts resolved =
        Await.value(
            resolver.resolve(
                profile,
                GivenBuilds.NONE,
                SentMaps.NONE,
                symbols::lookUp,
                Symbolicators.unlimited(deadline)));
    Originals originals = symbols.originals();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    profile.write(frame -> originals.get(frame.index()), null, out);
    return new TraceRun(resolved.report(profile, originals), out.toString(UTF_8));
  }
}
