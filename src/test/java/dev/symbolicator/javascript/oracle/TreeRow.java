package dev.symbolicator.javascript.oracle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import org.jspecify.annotations.Nullable;

/**
 * A function in a parser's tree.
 *
 * @param header -1 if the oracle does not tell it; likewise {@code body} and {@code end}
 * @param v8 null if the oracle does not tell it; likewise {@code qualified}
 */
record TreeRow(
    int start,
    FunctionKind kind,
    int header,
    int body,
    int end,
    @Nullable String v8,
    @Nullable String qualified) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static TreeRow of(String line) {
    String[] cells = line.split("\t", -1);
    return new TreeRow(
        Integer.parseInt(cells[0]),
        FunctionKind.valueOf(cells[1]),
        offset(cells[2]),
        offset(cells[3]),
        offset(cells[4]),
        name(cells[5]),
        name(cells[6]));
  }

  @Nullable String name(NameStyle style) {
    return style == NameStyle.V8 ? v8 : qualified;
  }

  private static int offset(String cell) {
    return cell.isEmpty() ? -1 : Integer.parseInt(cell);
  }

  static @Nullable String name(String cell) {
    try {
      return cell.isEmpty() ? null : JSON.readValue(cell, String.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
