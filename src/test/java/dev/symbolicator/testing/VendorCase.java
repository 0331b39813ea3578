package dev.symbolicator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.InflaterInputStream;

/**
 * A request that a vendor's SDK sent, with the files that its page was served and the right answer
 * per frame. Texts are bytes as ISO 8859-1.
 */
public record VendorCase(Path folder) {
  private static final Path VENDORS = Path.of("../shared/formats/vendors");
  private static final String RECORDED = "http://127.0.0.1:8080";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A form's text, cut around the content of the part {@code wall-time.json}. */
  public record Form(String before, String content, String behind) {
    /** Returns the trace in the part, inflated if it is a zlib stream. */
    public String trace() {
      return isZlib() ? inflate(content) : content;
    }

    public boolean isZlib() {
      return content.startsWith("x");
    }
  }

  public static List<VendorCase> shared() {
    if (!Files.isDirectory(VENDORS)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(VENDORS)) {
      return files
          .filter(file -> file.endsWith("request.body"))
          .map(file -> new VendorCase(file.getParent()))
          .sorted((a, b) -> a.toString().compareTo(b.toString()))
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public String contentType() {
    return StreamSupport.stream(json("request.json").get("headers").spliterator(), false)
        .filter(header -> header.get(0).asText().equalsIgnoreCase("content-type"))
        .findFirst()
        .orElseThrow()
        .get(1)
        .asText();
  }

  public boolean isForm() {
    return contentType().startsWith("multipart/");
  }

  public boolean hasTruth() {
    return Files.exists(folder.resolve("truth.json"));
  }

  /** Returns the rows of {@code truth.json} that are not disputed. */
  public List<JsonNode> rows() {
    return StreamSupport.stream(json("truth.json").spliterator(), false)
        .filter(row -> !row.path("disputed").asBoolean())
        .toList();
  }

  public void serveFrom(TestOrigin origin) {
    Path served = Files.isDirectory(folder.resolve("served")) ? folder : folder.getParent();
    Path root = served.resolve("served");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String type = file.toString().endsWith(".js") ? "text/javascript" : "application/json";
        origin.serve("/" + root.relativize(file), type, Files.readAllBytes(file));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public byte[] recorded() {
    return bytes("request.body");
  }

  /** Returns the body, with the URLs at which {@link #serveFrom} serves the scripts. */
  public String body(TestOrigin origin) {
    String text = text(recorded());
    if (!isForm()) {
      return text.replace(RECORDED, origin.origin());
    }
    Form form = form(text);
    String trace = form.trace().replace(RECORDED, origin.origin());
    return form.before() + (form.isZlib() ? deflate(trace) : trace) + form.behind();
  }

  public static Form form(String text) {
    String boundary = text.substring(0, text.indexOf("\r\n"));
    int start = text.indexOf("\r\n\r\n", text.indexOf("name=\"wall-time.json\"")) + 4;
    int end = text.lastIndexOf("\r\n" + boundary);
    return new Form(text.substring(0, start), text.substring(start, end), text.substring(end));
  }

  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  public static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String inflate(String deflated) {
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(latin1(deflated)))) {
      return text(in.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public static String deflate(String plain) {
    return text(Encode.zlib(latin1(plain)));
  }

  private JsonNode json(String file) {
    try {
      return JSON.readTree(bytes(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private byte[] bytes(String file) {
    try {
      return Files.readAllBytes(folder.resolve(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String toString() {
    return folder.getParent().getFileName() + "/" + folder.getFileName();
  }
}
