package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.script.ScriptStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the tables of docs/api.md with the code. */
class StatusTableTest {
  private static final Pattern PROBLEM =
      Pattern.compile("(?m)^\\| ([0-9]+) \\| `([a-z-]+)` \\| .+ \\|$");
  private static final Pattern SCRIPT = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]+ \\|$");

  @Test
  void pageListsTypeAndStatusOfEveryProblemKind() throws IOException {
    assertEquals(
        Stream.of(Problem.ProblemKind.values())
            .map(kind -> Problem.of(kind, ""))
            .map(problem -> problem.status() + " " + problem.name())
            .sorted()
            .toList(),
        rows(PROBLEM).map(row -> row.group(1) + " " + row.group(2)).sorted().toList());
  }

  @Test
  void pageListsEveryStatusOfAScript() throws IOException {
    String page = Files.readString(Path.of("docs/api.md"));
    String section = page.split("### Statuses of scripts\n", 2)[1].split("\n#", 2)[0];
    List<String> listed = SCRIPT.matcher(section).results().map(row -> row.group(1)).toList();
    assertEquals(Stream.of(ScriptStatus.values()).map(ScriptStatus::label).toList(), listed);
  }

  private static Stream<MatchResult> rows(Pattern row) throws IOException {
    return row.matcher(Files.readString(Path.of("docs/api.md"))).results();
  }
}
