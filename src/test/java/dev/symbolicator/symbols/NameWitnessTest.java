package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.symbols.SymbolLookup.NameCheck;
import dev.symbolicator.symbols.SymbolLookup.StartFit;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameWitnessTest {
  /** Returns the byte of the function that starts at the only mark {@code §} of a script. */
  private static int witness(String marked) {
    int start = marked.indexOf('§');
    Outline outline = Outline.of(marked.replace("§", ""), Dialect.JAVASCRIPT, plenty());
    return NameWitness.of(outline, outline.startingAt(start));
  }

  private static StartFit fit(String generated, String profiled, NameCheck check) {
    return NameWitness.fit(NameWitness.of(generated), profiled, check);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "function ab§(){}|ab",
        "var größer=§()=>1|größer",
        "x={get ab§(){}}|get ab",
        "x={'a-b'§(){}}|a-b",
        "class ab{constructor§(){}}|ab",
        "class x{#ab§(){}}|#ab",
        "a.b=function§(){}|``",
        "x.map(§a=>a)|``",
        "x={[k]§(){}}|``"
      })
  void witnessIsByteOfNameThatV8Gives(String marked, String name) {
    assertEquals(NameWitness.of(name), witness(marked));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"§class ab{}", "x=class{§a=1}", "x=class{§static a=1}"})
  void functionsWhoseNamesDependOnVersionOfV8HaveNone(String marked) {
    assertEquals(NameWitness.NONE, witness(marked));
  }

  @Test
  void functionsWithSameStartHaveNone() {
    assertEquals(NameWitness.NONE, witness("class a{§class=1;b(){}}"));
  }

  @Test
  void bytesOfNamesAreSpread() {
    Set<Integer> bytes = new HashSet<>();
    for (char first = 'a'; first <= 'z'; first++) {
      for (char second = 'A'; second <= 'z'; second++) {
        int witness = NameWitness.of("" + first + second);
        assertEquals(witness, witness & 0xff);
        bytes.add(witness);
      }
    }
    assertEquals(254, bytes.size());
    assertEquals(NameWitness.ANONYMOUS, NameWitness.of(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ab|ab|ALL|SAME_NAME",
        "a|a|ALL|FUNCTION",
        "``|``|ALL|FUNCTION",
        "ab|cd|ALL|OTHER_NAME",
        "ab|cd|NAMED|OTHER_NAME",
        "ab|cd|NONE|FUNCTION",
        "ab|ab|NONE|FUNCTION",
        "ab|``|ALL|OTHER_NAME",
        "ab|``|NAMED|OTHER_NAME",
        "``|ab|ALL|OTHER_NAME",
        "``|ab|NAMED|FUNCTION",
        "ab|get cd|ALL|OTHER_NAME",
        "ab|#cd|ALL|OTHER_NAME",
        "ab|cd.ef|ALL|FUNCTION",
        "ab|(anonymous)|ALL|FUNCTION",
        "ab|anonymous|ALL|FUNCTION",
        "ab|<instance_members_initializer>|NAMED|FUNCTION",
      })
  void onlyNamesThatTextsSpellContradict(
      String generated, String profiled, NameCheck check, StartFit fit) {
    assertEquals(fit, fit(generated, profiled, check));
  }

  @Test
  void nameThatMayBeCutOffContradictsNothing() {
    assertEquals(StartFit.OTHER_NAME, fit("ab", "c".repeat(256), NameCheck.ALL));
    assertEquals(StartFit.FUNCTION, fit("ab", "c".repeat(257), NameCheck.ALL));
  }
}
