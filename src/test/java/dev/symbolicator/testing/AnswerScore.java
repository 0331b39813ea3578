package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

public final class AnswerScore {
  private int frames;
  private int lines;
  private int columns;
  private int names;
  private int changed;
  private int changedRight;
  private int wrong;

  public void add(JsonNode trace, JsonNode answer, JsonNode row) {
    int index = row.get("frameIndex").asInt();
    JsonNode frame = answer.get("frames").get(index);
    JsonNode original = row.get("original");
    String source = answer.get("resources").get(frame.get("resourceId").asInt()).asText();
    boolean line =
        isSameSource(source, original.get("source").asText())
            && frame.get("line").equals(original.get("line"));
    frames++;
    lines += line ? 1 : 0;
    columns += line && frame.get("column").equals(original.get("column")) ? 1 : 0;
    JsonNode before = trace.get("frames").get(index).get("name");
    boolean named = isName(frame.get("name").asText(), original);
    names += named ? 1 : 0;
    wrong += named || frame.get("name").equals(before) ? 0 : 1;
    if (!isName(before.asText(), original)) {
      changed++;
      changedRight += named ? 1 : 0;
    }
  }

  public static boolean isName(String name, JsonNode original) {
    if (name.equals(original.get("name").asText())) {
      return true;
    }
    for (JsonNode alternative : original.path("alternatives")) {
      if (name.equals(alternative.asText())) {
        return true;
      }
    }
    return false;
  }

  public static boolean isSameSource(String got, String want) {
    String a = "/" + path(got);
    String b = "/" + path(want);
    return a.endsWith(b) || b.endsWith(a);
  }

  private static String path(String source) {
    String path = source.replaceFirst("^[a-z-]+://[^/]*/", "").replaceFirst("[?#].*$", "");
    return path.replaceAll("(^|/)(\\.{1,2}/)+", "$1");
  }

  public double names() {
    return percent(names, frames);
  }

  public void assertPromised() {
    assertTrue(frames > 0, "no frames");
    assertTrue(names() >= 99.7, this::toString);
    assertTrue(percent(changedRight, changed) >= 99.5, this::toString);
    assertTrue(percent(wrong, frames) <= 0.05, this::toString);
    assertTrue(percent(lines, frames) >= 99.7, this::toString);
    assertTrue(percent(columns, frames) >= 99.5, this::toString);
  }

  private static double percent(int part, int all) {
    return all == 0 ? 100 : 100.0 * part / all;
  }

  @Override
  public String toString() {
    return "%d frames: %d names, %d of %d changed names, %d wrong, %d lines, %d columns"
        .formatted(frames, names, changedRight, changed, wrong, lines, columns);
  }
}
