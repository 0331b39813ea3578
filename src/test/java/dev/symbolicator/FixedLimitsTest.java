package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.symbolicator.access.AccessTokens.AccessLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.vendors.VendorLimits;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.maps.MapLimits;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.multipart.ProfileForm;
import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sources.OriginalSourceLoader.SourceLimits;
import dev.symbolicator.store.StoreConfig.StoreLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the limits without a key that the documents name with the records that hold them. */
class FixedLimitsTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([a-z]+) \\| ([^|]+) \\| ([^|]+) \\|$");
  private static final Pattern NAMED = Pattern.compile("`(max-[a-z-]+)`, ([0-9,]+(?: \\w+)?)");

  @ParameterizedTest
  @MethodSource
  void configurationPageTellsWhatItsReaderCanMeet(String room, Record limits, String order)
      throws IOException {
    List<String> values = new ArrayList<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("docs/configuration.md")));
    while (row.find()) {
      if (row.group(1).equals(room)) {
        values.addAll(List.of(row.group(3).split("; ")));
      }
    }
    List<String> names = List.of(order.split(" "));
    assertEquals(names.size(), values.size(), room + ": " + values);
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals("-")) {
        compare(limits, names.get(i), values.get(i));
      }
    }
  }

  static Stream<Arguments> configurationPageTellsWhatItsReaderCanMeet() {
    return Stream.of(
        arguments(
            "fetch",
            FetchLimits.DEFAULT,
            "urlLength redirects sourceBytes headerBytes connectTimeout addresses queued"
                + " breakerFailures breakerPause"),
        arguments("sources", SourceLimits.DEFAULT, "count bytes timeout"),
        arguments("store", StoreLimits.DEFAULT, "diskFiles diskPause"),
        arguments("script", ScriptLimits.DEFAULT, "waiting lockWait"),
        arguments(
            "objects",
            ObjectLimits.DEFAULT,
            "spoolBytes connectTimeout stallTimeout smallTimeout fileTimeout attempts"),
        arguments("maps", MapLimits.DEFAULT, "scriptLength labelLength nearMisses"),
        arguments("upload", UploadLimits.DEFAULT, "atOnce perMinute memoryWait"),
        arguments("batch", BatchLimits.DEFAULT, "atOnce window unreadBytes sumNodes"),
        arguments("large", LargeLimits.DEFAULT, "atOnce waiting maxWait"),
        arguments(
            "vendors",
            VendorLimits.DEFAULT,
            "threads waiting chunkBytes chunks scopeBytes chunkAge"),
        arguments(
            "kafka", KafkaLimits.DEFAULT, "records attempts longestWait memoryWait rememberedRows"),
        arguments("redis", RedisLimits.DEFAULT, "connections valueBytes pause"),
        arguments("access", AccessLimits.DEFAULT, "shortestToken longestToken scopeLength"),
        arguments(
            "sourcemap",
            SourceMapLimits.DEFAULT,
            "segments generatedLines sources names sections - - -"));
  }

  @Test
  void interfacePageTellsTheLimitsOfOneRequest() throws IOException {
    Map<String, String> values = new HashMap<>();
    Matcher named = NAMED.matcher(Files.readString(Path.of("docs/api.md")));
    while (named.find()) {
      values.put(named.group(1), named.group(2));
    }
    ProfileLimits profile = ProfileLimits.DEFAULT;
    compare(profile, "maxFrames", values.get("max-frames"));
    compare(profile, "maxResources", values.get("max-resources"));
    compare(profile, "maxNesting", values.get("max-nesting"));
    compare(profile, "maxStringLength", values.get("max-string-length"));
    compare(profile, "maxPartSize", values.get("max-part-size"));
    assertEquals(String.valueOf(ProfileForm.MAX_MAPS), values.get(ProfileForm.MAX_MAPS_NAME));
    compare(LargeLimits.DEFAULT, "atOnce", values.get("max-large-bodies"));
    UploadLimits upload = UploadLimits.DEFAULT;
    compare(upload, "atOnce", values.get("max-uploads"));
    compare(upload, "perMinute", values.get("max-uploads-per-minute"));
    compare(upload, "idle", values.get("max-upload-idle"));
    compare(upload, "entries", values.get("max-entries"));
    compare(upload, "inflatedBytes", values.get("max-inflated-size"));
    compare(upload, "fileBytes", values.get("max-file-size"));
    compare(upload, "pathBytes", values.get("max-path-length"));
  }

  private static void compare(Record limits, String name, String shown) {
    String expected = text(value(limits, name), shown);
    assertTrue(
        shown.matches(Pattern.quote(expected) + "(?!\\d|[,.]\\d).*"),
        name + ": " + shown + " instead of " + expected);
  }

  private static Object value(Record limits, String name) {
    try {
      return limits.getClass().getMethod(name).invoke(limits);
    } catch (ReflectiveOperationException unknown) {
      throw new LinkageError(name, unknown);
    }
  }

  private static String text(Object limit, String page) {
    if (limit instanceof Duration time) {
      boolean isInMinutes = page.endsWith("min") && time.toSecondsPart() == 0;
      boolean isWhole = time.toNanosPart() == 0;
      return isInMinutes
          ? time.toMinutes() + " min"
          : isWhole ? time.toSeconds() + " s" : time.toString();
    }
    long number = ((Number) limit).longValue();
    if (page.contains(" GB") && number % (1 << 30) == 0) {
      return (number >> 30) + " GB";
    }
    if (page.contains(" MB") && number % (1 << 20) == 0) {
      return (number >> 20) + " MB";
    }
    if (page.contains(" KB") && number % (1 << 10) == 0) {
      return (number >> 10) + " KB";
    }
    return String.format(Locale.ROOT, "%,d", number);
  }
}
