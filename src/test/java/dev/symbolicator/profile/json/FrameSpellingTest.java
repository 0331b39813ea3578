package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the reading of frames that are spelled alike with that of one frame after the other. */
class FrameSpellingTest {
  private static final List<String> MEMBERS = List.of("name", "file", "line", "col", "other");
  private static final int MAX_TEXT = 12;
  private static final int MAX_FRAMES = 9;

  /** Take more memory than an allowance asks for at once. */
  private static final int MANY_FRAMES = 200;

  private static final Pattern VALUE = Pattern.compile("(?<=:) ?(\"[^\"]*\"|[^\",}]+)(?=[ ,}])");

  private static final List<String> VALUES =
      List.of(
          "\"\"",
          "\"a\"",
          "\"seven b\"",
          "\"eight by\"",
          "\"twelve bytes\"",
          "\"thirteen byte\"",
          "\"\\u0061\"",
          "\"a\\nb\"",
          "\"\u00e4\"",
          "\"12345678901\u20ac\"",
          "\"\t\"",
          "\"",
          "null",
          "true",
          "[]",
          "{}",
          "[1]",
          "{\"line\":1}",
          "0",
          "7",
          "-1",
          "-0",
          "00",
          "012",
          "1234567",
          "12345678",
          "123456789",
          "2147483647",
          "2147483648",
          "12345678901",
          "1.5",
          "1.0",
          "1e2",
          "1e",
          "-",
          "");

  /** Arrays of frames that are spelled alike. */
  static List<String> texts() {
    return List.of(
        recurring("{\"name\":\"f\",\"line\":1,\"col\":8117,\"file\":FILE}", ","),
        recurring("{\"col\":2,\"line\":40,\"name\":\"\",\"file\":FILE}", ","),
        recurring("{ \"file\" : FILE , \"line\":\n3 , \"name\" : \"of bytes\" }", " ,\n"),
        recurring(
            "{\"x\":[{\"file\":1}],\"file\":FILE,\"y\":\"a long text that is not read\"}", ","),
        recurring("{\"name\":\"f\",\"file\":FILE,\"other\":1,\"line\":5}", ","),
        "[{\"name\":\"f\",\"file\":FILE},{\"name\":\"native\"},{\"name\":\"g\",\"file\":FILE},"
            + "{\"file\":FILE,\"name\":\"h\"},{\"file\":FILE,\"name\":\"i\"},{},{\"file\":FILE}]");
  }

  private static String recurring(String frame, String between) {
    return "[" + String.join(between, List.of(frame, frame, frame)) + "]";
  }

  /** What was read: each frame with its places, the problem, and the memory that was taken. */
  private static final class Reading {
    private final StringBuilder seen = new StringBuilder();
    private final JsonReader json;
    private final ScanContext context;
    private final FirstProblem problem = new FirstProblem();
    private final FrameTable table = new FrameTable(MEMBERS);
    private final FrameReader reader;
    private final int maxFrames;

    Reading(JsonText text, boolean hasUrls, int maxFrames, long memory) {
      this.maxFrames = maxFrames;
      ProfileLimits limits = new ProfileLimits(9, maxFrames, 2, MAX_TEXT, 9, 9);
      json = limits.reader(text);
      Allowance allowance = Allowance.within(new ByteBudget(memory).open());
      context = new ScanContext(text, json, "", limits, allowance);
      ScriptList scripts = hasUrls ? new ScriptList(limits, allowance, problem) : null;
      reader = new FrameReader(context, problem, table, scripts, 1);
    }

    /** Reads an array; returns all that was seen. */
    String read(boolean isOneByOne, boolean isSparse) {
      try {
        if (json.next() == Token.START_ARRAY) {
          seen.append(isOneByOne ? readOneByOne(isSparse) : reader.readArray(isSparse));
          seen.append(' ').append(json.start()).append(json.pointer()).append('\n');
          seen.append(json.next());
        }
      } catch (Allowance.Exceeded exceeded) {
        seen.append("not enough memory");
      } catch (JsonException e) {
        seen.append(ProfileReading.refused(e, context.limits()));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      for (int frame = 0; frame < table.size(); frame++) {
        seen.append('\n').append(table.frames().get(frame));
        seen.append(table.objectStart(frame)).append(' ').append(table.label(frame));
        for (int member = 0; member < MEMBERS.size(); member++) {
          seen.append(table.has(frame, member) ? table.span(frame, member) : "-");
        }
      }
      return seen.append(problem.get()).append(context.memory().held()).toString();
    }

    private int readOneByOne(boolean isSparse) throws IOException {
      int index = 0;
      for (; json.next() != Token.END_ARRAY; index++) {
        if (index == maxFrames) {
          problem.limitExceeded(ProfileLimits.MAX_FRAMES, maxFrames, json.start());
        }
        if (json.isAt(Token.START_OBJECT) && !problem.isPresent()) {
          reader.begin(index);
          reader.readObject();
          reader.end();
        } else {
          if (!isSparse) {
            problem.wrongKind(json, "an object");
          }
          json.skip();
        }
      }
      return index;
    }
  }

  private static void check(JsonText text, boolean hasUrls, int maxFrames, long memory) {
    for (boolean isSparse : new boolean[] {false, true}) {
      assertEquals(
          new Reading(text, hasUrls, maxFrames, memory).read(true, isSparse),
          new Reading(text, hasUrls, maxFrames, memory).read(false, isSparse),
          () -> new String(text.bytes(), text.start(), text.end(), StandardCharsets.UTF_8));
    }
  }

  private static void check(byte[] text, boolean hasUrls) {
    check(JsonText.of(text), hasUrls, MAX_FRAMES, Long.MAX_VALUE);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(String text, boolean hasUrls) {
    return text.replace("FILE", hasUrls ? "\"/app.js\"" : "12");
  }

  /** Checks a text with scripts' indices, and with their URLs, both also changed. */
  private static void check(String text, UnaryOperator<String> change) {
    check(utf8(change.apply(text(text, false))), false);
    check(utf8(change.apply(text(text, true))), true);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyTruncationAndEveryChangedByteIsReadAlike(String text) {
    byte[] others = utf8("{}[]:,\"\\09-.en \n\u0000\u007f\u00e4");
    for (boolean hasUrls : new boolean[] {false, true}) {
      byte[] bytes = utf8(text(text, hasUrls));
      for (int at = 0; at < bytes.length; at++) {
        check(Arrays.copyOf(bytes, at), hasUrls);
        check(new JsonText(bytes, 0, at), hasUrls, MAX_FRAMES, Long.MAX_VALUE);
        byte[] changed = bytes.clone();
        for (byte other : others) {
          changed[at] = other;
          check(changed, hasUrls);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyMissingAndEveryAddedByteIsReadAlike(String text) {
    for (int i = 0; i < text(text, false).length(); i++) {
      int at = i;
      check(text, whole -> whole.substring(0, at) + whole.substring(at + 1));
      for (String added : List.of(",", "0", "-", "]", "}", "{", "[", " ", ".", "\"", "x")) {
        check(text, whole -> whole.substring(0, at) + added + whole.substring(at));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyValueIsReadAlike(String text) {
    int count = (int) VALUE.matcher(text(text, false)).results().count();
    for (int i = 0; i < count; i++) {
      int index = i;
      for (String value : VALUES) {
        check(text, whole -> withValue(whole, index, value));
      }
    }
  }

  private static String withValue(String text, int index, String value) {
    List<MatchResult> places = VALUE.matcher(text).results().toList();
    MatchResult place = places.get(Math.min(index, places.size() - 1));
    return text.substring(0, place.start()) + value + text.substring(place.end());
  }

  @Property
  void framesOfChangingSpellingsAreReadAlike(@ForAll Random random) {
    List<String> frames =
        texts().stream().map(text -> text.substring(1, text.indexOf('}') + 1)).toList();
    List<String> pool =
        List.of(frames.get(0), frames.get(random.nextInt(3)), "{\"name\":\"native\"}");
    List<String> entries =
        IntStream.range(0, random.nextInt(MAX_FRAMES + 3))
            .mapToObj(i -> pool.get(Math.max(0, random.nextInt(6) - 3)))
            .toList();
    check(
        "[" + String.join(",", entries) + "]",
        whole -> {
          String changed = whole;
          for (int i = 0; i < entries.size(); i++) {
            int index = random.nextInt(4 * entries.size());
            String value = VALUES.get(random.nextInt(VALUES.size()));
            changed = value.startsWith("\"") ? changed : withValue(changed, index, value);
          }
          return changed;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {MAX_FRAMES - 1, MAX_FRAMES, MAX_FRAMES + 1, MAX_FRAMES + 3})
  void framesBeyondTheLimitAreReadAlike(int count) {
    check(
        String.join(",", Collections.nCopies(count, "{\"file\":FILE,\"line\":1}")),
        s -> "[" + s + "]");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 64 << 10, 128 << 10})
  void memoryEndsAtTheSameFrame(long memory) {
    String frame = "{\"file\":0,\"name\":\"%s\"}".formatted("a".repeat(MAX_TEXT));
    String frames = String.join(",", Collections.nCopies(MANY_FRAMES, frame));
    check(JsonText.of(utf8("[" + frames + "]")), false, MANY_FRAMES, memory);
  }
}
