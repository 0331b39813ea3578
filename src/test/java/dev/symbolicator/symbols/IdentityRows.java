package dev.symbolicator.symbols;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.symbolicator.identity.FunctionKeys;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Reads units, one JSON object with {@code unit}, {@code source} and {@code text} a line, and
 * writes a row for each function of each.
 */
public final class IdentityRows {
  private static final ObjectMapper JSON = new ObjectMapper();

  private IdentityRows() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader units =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream rows = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = units.readLine(); line != null; line = units.readLine()) {
      if (!line.isBlank()) {
        of(JSON.readTree(line)).forEach(row -> rows.println(row));
      }
    }
    rows.flush();
  }

  static List<ObjectNode> of(JsonNode unit) {
    List<String> roots = new ArrayList<>();
    unit.path("roots").forEach(root -> roots.add(root.asText()));
    NormalPath path =
        NormalPath.of(
            unit.path("source").asText(""),
            new MapContext(
                unit.path("sourceRoot").asText(""), unit.path("mapUrl").asText(""), roots));
    String text = unit.path("text").asText();
    ScannedSource scanned = ScannedSource.ofScripts(text, path.path(), Allowance.unlimited());
    Outline outline = scanned.outline();
    List<ObjectNode> rows = new ArrayList<>();
    if (outline.doubts() > 0) {
      System.err.println(unit.path("unit").asText() + " is not understood");
      return rows;
    }
    FunctionKeys keys =
        FunctionKeys.of(
            path,
            unit.path("namespace").asText(""),
            text,
            scanned.text(),
            outline,
            Allowance.unlimited());
    for (int row = 0; row < outline.size(); row++) {
      if (keys.has(row)) {
        ObjectNode node = JSON.createObjectNode();
        int start = outline.start(row);
        node.put("unit", unit.path("unit").asText());
        node.put("line", outline.lines().lineAt(start) + 1);
        node.put("column", outline.lines().columnAt(start) + 1);
        node.put("role", FunctionKeys.shownRole(keys.role(row), true));
        node.put("id", keys.id(row) == 0 ? null : HexFormat.of().toHexDigits(keys.id(row)));
        node.put("stability", keys.stability().name().toLowerCase(Locale.ROOT));
        node.put("body", HexFormat.of().toHexDigits(keys.bodyHash(row)));
        node.put("package", path.packageName());
        node.put("version", path.version());
        node.put("path", path.path());
        node.put("origin", path.origin().written());
        rows.add(node);
      }
    }
    return rows;
  }
}
