package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.testing.Allowances;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddedBytesTest {
  private static final int FRAMES = 20;

  /**
   * Repeats a frame of each format.
   *
   * @param format the name of the read format
   * @param before the body before the frames, in which ' stands for a quote
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          js-self-profile | {'resources':['a.js'],'stacks':[],'samples':[],'frames':[ | {'name':'','resourceId':0,'line':1,'column':2} | , | ]}
          cpuprofile      | {'timeDeltas':[],'nodes':[ | {'callFrame':{'functionName':'','url':'a.js','lineNumber':0,'columnNumber':1}} | , | ]}
          heapprofile     | {'samples':[],'head':{'selfSize':1,'callFrame':{'functionName':'r','url':''},'children':[ | {'callFrame':{'functionName':'','url':'a.js','lineNumber':0,'columnNumber':1},'children':[]} | , | ]}}
          speedscope      | {'$schema':'https://www.speedscope.app/x','profiles':[],'shared':{'frames':[ | {'name':'','file':'a.js','line':1,'col':2} | , | ]}}
          stack           | Error: x%n | at f (http://h/a.js:1:2) | %n | %n
          stack           | {'stack':' | at f (http://h/a.js:1:2) | \\n | '}
          sentry-envelope | {}%n{'type':'profile'}%n{'profile':{'frames':[ | {'function':'','abs_path':'a.js','lineno':1,'colno':2} | , | ]}}
          """)
  void answerIsNoLongerThanItsCountedBytes(
      String format, String before, String frame, String between, String after) throws IOException {
    String text =
        (before + String.join(between, Collections.nCopies(FRAMES, frame)) + after)
            .replace('\'', '"')
            .replace("%n", "\n");
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    Profile profile =
        assertInstanceOf(
                ProfileReading.ReadProfile.class,
                ProfileReader.read(
                    ProfileBody.of(body), ProfileLimits.DEFAULT, Allowances.plenty()))
            .profile();
    assertEquals(format, profile.format());
    assertEquals(FRAMES, profile.frames().stream().filter(each -> each.hasPosition()).count());
    check(profile, body.length, null);
    check(profile, body.length, "n".repeat(3000));
  }

  private static void check(Profile profile, int bodySize, @Nullable String name)
      throws IOException {
    Originals originals = new Originals(profile.frames().size(), profile.sourcesPerFrame(), 0, 0);
    Symbol symbol = new Symbol("https://o/" + "s".repeat(5000), 123_456, 654_321, name);
    profile.frames().stream()
        .filter(each -> each.hasPosition())
        .forEach(each -> originals.put(each.index(), symbol, each.name()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    profile.write(each -> originals.get(each.index()), null, out);
    long added = (long) out.size() - bodySize;
    assertTrue(
        added <= originals.addedBytes(),
        () -> added + " bytes were added, and " + originals.addedBytes() + " were counted");
    assertTrue(out.toString(StandardCharsets.UTF_8).contains(symbol.source()));
  }
}
