package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.api.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the tables of docs/api.md with the code. */
class StatusTableTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([0-9, ]+) \\| .+ \\|$");

  @Test
  void pageListsTheStatusOfEveryProblemKind() throws IOException {
    Set<Integer> listed = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("docs/api.md")));
    while (row.find()) {
      Stream.of(row.group(1).split(", ")).map(Integer::valueOf).forEach(listed::add);
    }
    assertEquals(
        Stream.of(Problem.ProblemKind.values())
            .map(kind -> Problem.of(kind, "").status())
            .collect(Collectors.toCollection(TreeSet::new)),
        listed);
  }
}
