package dev.symbolicator.sourcemap.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Writes a model's functions in each format, and compares the model with the functions that are
 * read.
 */
class FunctionNamesPropertyTest {

  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void writtenScopesOfWholeMapAreReadBack(@ForAll long seed) {
    Random random = new Random(seed);
    ScopeTree first = ScopeTree.random(random, true, false);
    ScopeTree second = ScopeTree.random(random, true, false);
    ScopesWriter text =
        new ScopesWriter(random).emptyItem().tree(first).emptyItem().beginSource().tree(second);
    FunctionNames names = NamingMaps.names(NamingMaps.map(4, NAMES, "scopes", "'" + text + "'"));
    check(first, names, 1, false);
    check(second, names, 3, false);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void writtenScopesOfOneSourceAreReadBack(@ForAll long seed) {
    Random random = new Random(seed);
    ScopeTree tree = ScopeTree.random(random, true, false);
    String text = new ScopesWriter(random).tree(tree).toString();
    check(tree, NamingMaps.listed("scopes", NAMES, text), 0, false);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void writtenFunctionMappingsAreReadBack(@ForAll long seed) {
    ScopeTree tree = ScopeTree.random(new Random(seed), false, true);
    VlqWriter text = new VlqWriter();
    ScopeTree before = new ScopeTree(0, 0, true, 0, List.of());
    for (ScopeTree function : tree.all()) {
      int startLine = ScopeTree.line(function.start());
      text.comma()
          .signed(function.name() - before.name())
          .signed(startLine - ScopeTree.line(before.end()))
          .signed(ScopeTree.column(function.start()) - ScopeTree.column(before.start()))
          .signed(ScopeTree.line(function.end()) - startLine)
          .signed(ScopeTree.column(function.end()) - ScopeTree.column(before.end()));
      before = function;
    }
    check(tree, NamingMaps.listed(NamingMaps.PASTA, NAMES, text.toString()), 0, true);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void writtenFunctionMapIsReadBack(@ForAll long seed) {
    Random random = new Random(seed);
    VlqWriter text = new VlqWriter();
    List<String> expected = new ArrayList<>();
    String current = "-";
    int entryLine = 0;
    int entryColumn = 0;
    int entryName = 0;
    boolean first = true;
    for (int line = 0; line <= ScopeTree.LINES; line++) {
      for (int column = 0; column <= ScopeTree.COLUMNS; column++) {
        if (random.nextInt(20) == 0) {
          int name = random.nextInt(5);
          boolean newLine = first || line > entryLine;
          if (line > entryLine && !first) {
            text.semicolon();
          } else {
            text.comma();
          }
          text.signed(newLine ? column : column - entryColumn).signed(name - entryName);
          if (newLine) {
            text.signed(line - entryLine);
          }
          first = false;
          entryLine = line;
          entryColumn = column;
          entryName = name;
          current = NAMES.get(name);
        }
        expected.add(current);
      }
    }
    FunctionNames names = NamingMaps.metro(NAMES, text.toString());
    assertEquals(expected, found(names, 0));
    assertEquals(0, names.problems());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void damagedScopesNeverThrow(@ForAll long seed) {
    Random random = new Random(seed);
    String text = "'" + new ScopesWriter(random).tree(ScopeTree.random(random, true, false)) + "'";
    byte[] json =
        NamingMaps.map(2, NAMES, "scopes", text)
            .replace('\'', '"')
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i <= random.nextInt(3); i++) {
      json[json.length - 3 - random.nextInt(text.length() - 2)] =
          (byte) "ABCEFg,+/;]?".charAt(random.nextInt(12));
    }
    FunctionNamesFuzzTest.askAll(json);
  }

  private static void check(ScopeTree tree, FunctionNames names, int source, boolean withEnd) {
    List<String> expected = new ArrayList<>();
    for (int line = 0; line <= ScopeTree.LINES; line++) {
      for (int column = 0; column <= ScopeTree.COLUMNS; column++) {
        expected.add(tree.at(line, column, withEnd, NAMES));
      }
    }
    assertEquals(expected, found(names, source));
    assertEquals(0, names.problems());
  }

  private static List<String> found(FunctionNames names, int source) {
    List<String> found = new ArrayList<>();
    for (int line = 0; line <= ScopeTree.LINES; line++) {
      for (int column = 0; column <= ScopeTree.COLUMNS; column++) {
        found.add(NamingMaps.at(names, source, line, column));
      }
    }
    return found;
  }
}
