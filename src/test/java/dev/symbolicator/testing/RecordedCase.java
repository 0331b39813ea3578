package dev.symbolicator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A trace recorded in Chromium, with the files that the browser was served and the right answer per
 * frame. Each case is a folder of {@code src/test/resources/cases} or of the shared corpus.
 */
public record RecordedCase(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static List<RecordedCase> own() {
    return in(Path.of("src/test/resources/cases"));
  }

  public static RecordedCase own(String name) {
    return new RecordedCase(Path.of("src/test/resources/cases", name));
  }

  public static List<RecordedCase> shared() {
    Path corpus = Path.of("../shared/corpus");
    return Files.isDirectory(corpus) ? in(corpus) : List.of();
  }

  private static List<RecordedCase> in(Path corpus) {
    try (Stream<Path> folders = Files.list(corpus)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("trace.json")))
          .sorted()
          .map(RecordedCase::new)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return folder.getFileName().toString();
  }

  public RecordedCase serveFrom(TestOrigin origin) {
    JsonNode headers = read("case.json").path("headers");
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                String path = "/" + folder.relativize(file).toString().replace('\\', '/');
                origin.handle(
                    "/" + name() + path,
                    request -> {
                      request
                          .response()
                          .putHeader(
                              "content-type",
                              path.endsWith(".js") ? "text/javascript" : "application/json");
                      headers
                          .path(path)
                          .properties()
                          .forEach(
                              header ->
                                  request
                                      .response()
                                      .putHeader(
                                          header.getKey(),
                                          header
                                              .getValue()
                                              .asText()
                                              .replaceFirst("^/", "/" + name() + "/")));
                      request.response().sendFile(file.toString());
                    });
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Returns the trace, with the URLs at which {@link #serveFrom} serves the scripts. */
  public ObjectNode trace(TestOrigin origin) {
    ObjectNode trace = (ObjectNode) read("trace.json");
    ArrayNode resources = trace.putArray("resources");
    for (JsonNode resource : read("trace.json").get("resources")) {
      URI url = URI.create(resource.asText());
      String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
      resources.add(origin.url("/" + name() + url.getRawPath() + query));
    }
    return trace;
  }

  /** Returns the rows of {@code truth.json} whose right answer is known and undisputed. */
  public List<JsonNode> truth() {
    return rows().stream().filter(row -> row.get("original").isObject()).toList();
  }

  /** Like {@link #truth}, but with the rows of code that has no original. */
  public List<JsonNode> rows() {
    return StreamSupport.stream(read("truth.json").spliterator(), false)
        .filter(row -> !row.path("method").asText().equals("disputed"))
        .toList();
  }

  private JsonNode read(String file) {
    try {
      return JSON.readTree(folder.resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
