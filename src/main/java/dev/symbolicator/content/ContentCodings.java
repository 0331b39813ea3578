package dev.symbolicator.content;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads Content-Encoding (RFC 9110, section 8.4): of {@code gzip, br}, br is undone first. */
public sealed interface ContentCodings {

  /** The largest number of codings that are undone: each multiplies the gain of a bomb. */
  int MAX_CODINGS = 2;

  /** Codings in the order in which the sender applied them, without {@code identity}. */
  record Supported(List<ContentCoding> applied) implements ContentCodings {
    public Supported {
      applied = applied.stream().filter(coding -> coding != ContentCoding.IDENTITY).toList();
    }

    /** Tells whether a large window is needed, up to 16 MiB for br: use few threads. */
    public boolean needWindow() {
      return applied.contains(ContentCoding.BR) || applied.contains(ContentCoding.ZSTD);
    }
  }

  /** A coding that is unknown, or too many, as in {@code unknown: deflate}. */
  record Unsupported(String detail) implements ContentCodings {}

  /** No coding: the bytes are the content itself. */
  Supported NONE = new Supported(List.of());

  /** Reads all header lines, joined by commas; null if there was none. */
  static ContentCodings parse(@Nullable String header) {
    if (header == null) {
      return NONE;
    }
    List<ContentCoding> applied = new ArrayList<>();
    for (String element : header.split(",", -1)) {
      String name = element.strip();
      ContentCoding coding = name.isEmpty() ? ContentCoding.IDENTITY : ContentCoding.named(name);
      if (coding == null) {
        return new Unsupported("unknown: " + printable(name));
      }
      if (NativeCodecs.isMissing(coding)) {
        return new Unsupported(missing(coding));
      }
      if (coding != ContentCoding.IDENTITY) {
        applied.add(coding);
      }
      if (applied.size() > MAX_CODINGS) {
        return new Unsupported("made of more than " + MAX_CODINGS + " codings");
      }
    }
    return new Supported(applied);
  }

  /** Returns the detail of a coding whose library cannot be loaded. */
  static String missing(ContentCoding coding) {
    return Encoding.name(coding) + ", whose library this service cannot load";
  }

  /** Returns the names of the codings that can be undone, but for {@code identity}. */
  static List<String> names() {
    return Stream.of(
            ContentCoding.GZIP, ContentCoding.DEFLATE, ContentCoding.BR, ContentCoding.ZSTD)
        .filter(coding -> !NativeCodecs.isMissing(coding))
        .map(Encoding::name)
        .toList();
  }

  /** Returns the Accept-Encoding of requests for files, which are in deflate nowhere. */
  static String accepted() {
    return names().stream()
        .filter(name -> !name.equals("deflate"))
        .collect(Collectors.joining(", "));
  }

  private static String printable(String name) {
    String shown = name.length() > 40 ? name.substring(0, 40) + "..." : name;
    return shown.replaceAll("[^\\x21-\\x7e]", "?");
  }
}
