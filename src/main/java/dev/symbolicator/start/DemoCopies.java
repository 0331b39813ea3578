package dev.symbolicator.start;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The demo's script several times, an index map of its map, its trace with more samples. */
record DemoCopies(String script, String map, String trace) {
  /** The demo's script as the demo's trace names it. */
  private static final String URL = "http://localhost:8080/demo/app.min.js";

  private static final String FRAMES = "\"frames\":[";
  private static final String SAMPLES = "\"samples\":[";

  /** Makes the files; each copy is 4 KB of script, 18 KB of map and 6 KB of trace. */
  static DemoCopies of(int copies) throws IOException {
    String script = file("app.min.js");
    return new DemoCopies(
        script.repeat(copies),
        indexMap(file("app.min.js.map"), (int) script.lines().count(), copies),
        withSamples(file("trace.json"), copies));
  }

  /** Makes the trace alone, with the demo's frames once for each of other scripts. */
  static String trace(int copies, List<String> urls) throws IOException {
    String trace = withSamples(file("trace.json"), copies);
    int start = trace.indexOf(FRAMES) + FRAMES.length();
    int end = trace.indexOf(']', start);
    String frames = trace.substring(start, end);
    return IntStream.range(0, urls.size())
            .mapToObj(script -> frames.replace("\"resourceId\":0", "\"resourceId\":" + script))
            .collect(Collectors.joining(",", trace.substring(0, start), ""))
        + trace.substring(end).replace(URL, String.join("\",\"", urls));
  }

  private static String indexMap(String map, int lines, int copies) {
    return IntStream.range(0, copies)
        .mapToObj(
            copy -> "{\"offset\":{\"line\":" + copy * lines + ",\"column\":0},\"map\":" + map + "}")
        .collect(Collectors.joining(",", "{\"version\":3,\"sections\":[", "]}"));
  }

  private static String withSamples(String trace, int copies) {
    int start = trace.indexOf(SAMPLES) + SAMPLES.length();
    int end = trace.indexOf(']', start);
    String samples = String.join(",", Collections.nCopies(copies, trace.substring(start, end)));
    return trace.substring(0, start) + samples + trace.substring(end);
  }

  private static String file(String name) throws IOException {
    try (InputStream in = DemoCopies.class.getResourceAsStream("/demo/" + name)) {
      if (in == null) {
        throw new IOException("The demo's file " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
