package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.access.AccessLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.vendors.VendorLimits;
import dev.symbolicator.fetch.FetchLimits;
import dev.symbolicator.maps.MapLimits;
import dev.symbolicator.maps.objects.ObjectLimits;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.redis.RedisLimits;
import dev.symbolicator.script.ScriptLimits;
import dev.symbolicator.sourcemap.SourceMapLimits;
import dev.symbolicator.sources.SourceLimits;
import dev.symbolicator.store.StoreLimits;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares the table of fixed limits in docs/configuration.md with the records that hold the
 * limits.
 */
class FixedLimitsTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([a-z]+) \\| ([^|]+) \\| ([^|]+) \\|$");

  /**
   * Returns a room's components in the order of the page: the n-th value of the room's rows is the
   * n-th component. A dash stands for a constant elsewhere, or for a value in words.
   */
  private static List<String> order(String room) {
    return List.of(
        (switch (room) {
              case "fetch" ->
                  "urlLength redirects sourceBytes headerBytes - - - connectTimeout addresses"
                      + " hostNames queued - - - breakerFailures breakerPause breakerOrigins";
              case "sources" -> "count bytes timeout pendingPerOrigin";
              case "store" -> "diskFiles threads diskPause";
              case "script" ->
                  "- misses lastingMisses waiting tryTime lockWait tablesOfMap tablesOfMaps";
              case "objects" ->
                  "spoolBytes nameLength leftoverAge connectTimeout stallTimeout"
                      + " smallTimeout fileTimeout attempts connections";
              case "maps" ->
                  "scriptLength labelLength atOnce pages refresh stale patience remembered pause"
                      + " sweep noteAge again nearMisses nearSeen";
              case "upload" ->
                  "atOnce perMinute progressBytes idle entries inflatedBytes fileBytes pathBytes"
                      + " directoryBytes memoryWait listed";
              case "batch" -> "atOnce window unreadBytes assuredBytes";
              case "large" ->
                  "atOnce waiting maxWait plainHead codedHead progressBytes pageBytes unsentPages"
                      + " bytesPerHeapByte";
              case "vendors" ->
                  "threads waiting parts chunkBytes requestBytes fieldBytes releaseBytes"
                      + " assembleBytes manifestBytes chunks scopeBytes chunkAge sweepPause";
              case "redis" -> "connections waiting valueBytes pause lock";
              case "profile" ->
                  "maxFrames maxResources maxNesting maxStringLength maxReleaseLength maxPartSize -"
                      + " - - -";
              case "access" -> "shortestToken longestToken scopeLength";
              case "sourcemap" ->
                  "segments generatedLines sources names sections sourceUrlChars nesting problems"
                      + " - -";
              default -> throw new IllegalArgumentException(room);
            })
            .split(" "));
  }

  @Test
  void pageTellsEveryFixedLimit() throws IOException {
    compare("fetch", FetchLimits.DEFAULT, "decoders", "retryDelay");
    compare("sources", SourceLimits.DEFAULT);
    compare("store", StoreLimits.DEFAULT, "readingBytes");
    compare("script", ScriptLimits.DEFAULT, "missesBytes", "pendingBytes");
    compare("objects", ObjectLimits.DEFAULT);
    compare("maps", MapLimits.DEFAULT, "rememberedBytes");
    compare("upload", UploadLimits.DEFAULT);
    compare("batch", BatchLimits.DEFAULT);
    compare("large", LargeLimits.DEFAULT);
    compare("vendors", VendorLimits.DEFAULT);
    compare("redis", RedisLimits.DEFAULT);
    compare("profile", ProfileLimits.DEFAULT);
    compare("access", AccessLimits.DEFAULT);
    compare("sourcemap", SourceMapLimits.DEFAULT);
  }

  /**
   * Compares a room's rows with its record.
   *
   * @param inWords components that the page puts into words, or that are a share of the heap
   */
  private static void compare(String room, Record limits, String... inWords) throws IOException {
    List<String> order = order(room);
    List<String> values = values(room);
    assertEquals(order.size(), values.size(), room + ": " + values);
    List<String> unseen =
        new ArrayList<>(
            Arrays.stream(limits.getClass().getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
    unseen.removeAll(List.of(inWords));
    for (int i = 0; i < order.size(); i++) {
      String name = order.get(i);
      if (!name.equals("-")) {
        unseen.remove(name);
        String expected = text(value(limits, name), values.get(i));
        assertTrue(
            values.get(i).matches(Pattern.quote(expected) + "(?!\\d|[,.]\\d).*"),
            room + "." + name + ": " + values.get(i) + " instead of " + expected);
      }
    }
    assertEquals(List.of(), unseen, room);
  }

  private static List<String> values(String room) throws IOException {
    List<String> values = new ArrayList<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("docs/configuration.md")));
    while (row.find()) {
      if (row.group(1).equals(room)) {
        values.addAll(List.of(row.group(3).split("; ")));
      }
    }
    return values;
  }

  private static Object value(Record limits, String name) {
    try {
      return limits.getClass().getMethod(name).invoke(limits);
    } catch (ReflectiveOperationException unknown) {
      throw new LinkageError(name, unknown);
    }
  }

  /** Writes a limit in the unit of the page. */
  private static String text(Object limit, String page) {
    if (limit instanceof Duration time) {
      boolean isInMinutes = page.endsWith("min") && time.toSecondsPart() == 0;
      boolean isWhole = time.toNanosPart() == 0;
      return isInMinutes
          ? time.toMinutes() + " min"
          : isWhole ? time.toSeconds() + " s" : time.toString();
    }
    long number = ((Number) limit).longValue();
    if (page.contains(" MB") && number % (1 << 20) == 0) {
      return (number >> 20) + " MB";
    }
    if (page.contains(" KB") && number % (1 << 10) == 0) {
      return (number >> 10) + " KB";
    }
    return String.format(Locale.ROOT, "%,d", number);
  }
}
