package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.Profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.trace.TraceEvent.Call;
import dev.symbolicator.profile.trace.TraceEvent.ScriptMember;
import dev.symbolicator.profile.trace.TraceEvent.ValueSpan;
import dev.symbolicator.profile.trace.TraceScripts.BodyRange;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The source maps of an enhanced trace of DevTools, in {@code metadata.sourceMaps}, and the texts
 * of its scripts, in events {@code ScriptCatchup} or in pieces {@code LargeScriptCatchup}. Only
 * their places in the body are kept.
 */
final class TraceScripts {
  private static final String SCRIPT = "ScriptCatchup";
  private static final String PIECE_OF_SCRIPT = "LargeScriptCatchup";

  /** The most bytes of a URL; a data: URL of a map is longer, and is no name. */
  private static final int MAX_URL = 1 << 16;

  /** The most bytes of a number or of an ID. */
  private static final int MAX_SMALL = 64;

  private static final int ENTRY = 600;

  private final BodyBytes body;
  private final Allowance charge;
  private final Map<String, MapSpan> mapsByScript = new HashMap<>();
  private final Map<String, MapSpan> mapsByUrl = new HashMap<>();
  private final Map<String, ScriptNotes> notes = new LinkedHashMap<>();
  private @Nullable Map<String, List<ScriptNotes>> notesByUrl;

  private record MapSpan(@Nullable String url, long from, long to) {}

  TraceScripts(BodyBytes body, Allowance charge) {
    this.body = body;
    this.charge = charge;
  }

  void readMetadata(JsonReader json) throws IOException, UnreadableException {
    if (!json.isAt(Token.START_OBJECT)) {
      json.skip();
      return;
    }
    while (json.nextMember()) {
      if ("sourceMaps".equals(json.name()) && json.isAt(Token.START_ARRAY)) {
        while (json.nextEntry()) {
          readMap(json);
        }
      } else {
        json.skip();
      }
    }
  }

  private void readMap(JsonReader json) throws IOException, UnreadableException {
    if (!json.isAt(Token.START_OBJECT)) {
      json.skip();
      return;
    }
    String script = null;
    String url = null;
    long from = 0;
    long to = 0;
    while (json.nextMember()) {
      String member = json.name();
      if ("url".equals(member) && json.isAt(Token.VALUE_STRING)) {
        script = json.text(MAX_URL);
      } else if ("sourceMapUrl".equals(member) && json.isAt(Token.VALUE_STRING)) {
        url = json.text(MAX_URL);
      } else {
        boolean isMap = "sourceMap".equals(member) && json.isAt(Token.START_OBJECT);
        from = isMap ? json.valueStart() : from;
        json.skip();
        to = isMap ? json.position() : to;
      }
    }
    if (to > 0) {
      charge.take(ENTRY, script == null ? "" : script);
      charge.take(0, url == null ? "" : url);
      MapSpan place = new MapSpan(url, from, to);
      if (script != null) {
        mapsByScript.putIfAbsent(script, place);
      }
      if (url != null) {
        mapsByUrl.putIfAbsent(url, place);
      }
    }
  }

  /** Reads an event that may tell of a script. Its members are still in the scanner's memory. */
  void read(TraceEvent event) throws IOException, UnreadableException {
    boolean isPiece = event.name.equals(PIECE_OF_SCRIPT);
    Call own = event.own;
    if ((!isPiece && !event.name.equals(SCRIPT)) || own == null) {
      return;
    }
    if (event.isBroken || own.isBroken() || own.scriptId() < 0) {
      return;
    }
    ScriptNotes script = notesOf(event, own);
    script.name(
        own.url(), text(event, ScriptMember.SOURCE_URL), text(event, ScriptMember.SOURCE_MAP_URL));
    charge.take(0, own.url());
    if (number(event, ScriptMember.START_LINE, 0) != 0
        || number(event, ScriptMember.START_COLUMN, 0) != 0) {
      script.beginsWithinFile();
    }
    ValueSpan text = event.place(ScriptMember.SOURCE_TEXT);
    if (text != null && text.isString()) {
      script.addPiece(
          isPiece ? number(event, ScriptMember.SPLIT_INDEX, -1) : 0,
          isPiece ? number(event, ScriptMember.SPLIT_COUNT, -1) : 1,
          text.start() + 1,
          text.end() - 1,
          charge);
    }
  }

  private ScriptNotes notesOf(TraceEvent event, Call own) throws IOException, UnreadableException {
    String key = raw(event, ScriptMember.ISOLATE) + ' ' + own.scriptId();
    ScriptNotes known = notes.get(key);
    if (known != null) {
      return known;
    }
    charge.take(ENTRY, key);
    ScriptNotes added = new ScriptNotes();
    notes.put(key, added);
    return added;
  }

  private @Nullable String text(TraceEvent event, ScriptMember member)
      throws IOException, UnreadableException {
    ValueSpan place = event.place(member);
    if (place == null || place.length() > MAX_URL || !place.isString()) {
      return null;
    }
    charge.take(2 * place.length());
    return event.text(place.start() + 1, place.end() - 1);
  }

  private int number(TraceEvent event, ScriptMember member, int other) throws IOException {
    int number = ScriptIds.parsed(raw(event, member));
    return number < 0 ? other : number;
  }

  private String raw(TraceEvent event, ScriptMember member) throws IOException {
    ValueSpan place = event.place(member);
    return place != null && place.length() <= MAX_SMALL
        ? event.text(place.start(), place.end())
        : "";
  }

  /** Returns the files of a script by the URL that its positions have; null without a map. */
  @Nullable EmbeddedScript of(String url) throws IOException {
    boolean isWebAssembly = url.startsWith("wasm:");
    if (isWebAssembly || (mapsByScript.isEmpty() && mapsByUrl.isEmpty())) {
      return null;
    }
    List<ScriptNotes> named = named().getOrDefault(url, List.of());
    MapSpan map = mapsByScript.get(url);
    for (ScriptNotes script : named) {
      if (map == null && script.url() != null) {
        map = mapsByScript.get(script.url());
      }
      if (map == null && script.sourceMapUrl() != null) {
        map = mapsByUrl.get(script.sourceMapUrl());
      }
    }
    return map == null
        ? null
        : new EmbeddedScript(map.url(), file(map), CommonText.of(named, body));
  }

  private synchronized Map<String, List<ScriptNotes>> named() {
    Map<String, List<ScriptNotes>> byUrl = notesByUrl;
    if (byUrl == null) {
      byUrl = new HashMap<>();
      for (ScriptNotes script : notes.values()) {
        if (script.shownUrl() != null) {
          byUrl.computeIfAbsent(script.shownUrl(), first -> new ArrayList<>()).add(script);
        }
      }
      notesByUrl = byUrl;
    }
    return byUrl;
  }

  private EmbeddedFile file(MapSpan map) {
    return new EmbeddedFile() {
      @Override
      public long size() {
        return map.to - map.from;
      }

      @Override
      public InputStream open() {
        return new BodyRange(body, map.from, map.to);
      }
    };
  }

  static final class CommonText {
    private CommonText() {}

    static @Nullable EmbeddedFile of(List<ScriptNotes> scripts, BodyBytes body) throws IOException {
      if (scripts.isEmpty() || !haveEqualTexts(scripts, body)) {
        return null;
      }
      ScriptNotes first = scripts.get(0);
      long size;
      try (InputStream text = first.text(body)) {
        size = text.transferTo(OutputStream.nullOutputStream());
      }
      return new EmbeddedFile() {
        @Override
        public long size() {
          return size;
        }

        @Override
        public InputStream open() {
          return first.text(body);
        }
      };
    }

    private static boolean haveEqualTexts(List<ScriptNotes> scripts, BodyBytes body)
        throws IOException {
      long size = scripts.get(0).jsonSize;
      if (!scripts.stream().allMatch(script -> script.hasText() && script.jsonSize == size)) {
        return false;
      }
      byte[] sha256 = scripts.size() == 1 ? new byte[0] : scripts.get(0).jsonSha256(body);
      for (int i = 1; i < scripts.size(); i++) {
        if (!Arrays.equals(scripts.get(i).jsonSha256(body), sha256)) {
          return false;
        }
      }
      return true;
    }
  }

  static final class BodyRange extends BulkInputStream {
    private final BodyBytes body;
    private final long end;
    private long position;

    BodyRange(BodyBytes body, long start, long end) {
      this.body = body;
      this.end = end;
      position = start;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int unused = Objects.checkFromIndexSize(offset, length, into.length);
      int count = (int) Math.min(length, end - position);
      if (count <= 0) {
        return length == 0 ? 0 : -1;
      }
      body.read(position, into, offset, count);
      position += count;
      return count;
    }
  }

  static final class ScriptNotes {
    private static final int PIECE = 64;

    /** The most pieces of a text. Chrome cuts texts into pieces of a million characters. */
    static final int MAX_PIECES = 1_000;

    private record Piece(long from, long to) {}

    private final List<Piece> pieces = new ArrayList<>();
    private int pieceCount;
    private int nextPiece;
    private long jsonSize;
    private boolean isTextUnusable;
    private @Nullable String url;
    private @Nullable String sourceUrl;
    private @Nullable String sourceMapUrl;

    void name(String newUrl, @Nullable String newSourceUrl, @Nullable String newMapUrl) {
      url = newUrl.isEmpty() ? url : newUrl;
      sourceUrl = newSourceUrl == null || newSourceUrl.isEmpty() ? sourceUrl : newSourceUrl;
      sourceMapUrl = newMapUrl == null ? sourceMapUrl : newMapUrl;
    }

    /** Returns the URL that positions have; null if no event named it. */
    @Nullable String shownUrl() {
      return sourceUrl == null ? url : sourceUrl;
    }

    @Nullable String url() {
      return url;
    }

    @Nullable String sourceMapUrl() {
      return sourceMapUrl;
    }

    /** Lines and columns of such a script do not count from the text's beginning. */
    void beginsWithinFile() {
      isTextUnusable = true;
    }

    /**
     * Adds a piece of the text by its 0-based index, unless it was added before. A text of more
     * than {@link #MAX_PIECES} is not used.
     */
    void addPiece(int index, int count, long from, long to, Allowance charge)
        throws UnreadableException {
      if (index < nextPiece) {
        return;
      }
      isTextUnusable |=
          index > nextPiece || count > MAX_PIECES || (pieceCount > 0 && pieceCount != count);
      pieceCount = count;
      if (isTextUnusable) {
        return;
      }
      nextPiece++;
      if (to > from) {
        charge.take(PIECE);
        pieces.add(new Piece(from, to));
        jsonSize += to - from;
      }
    }

    boolean hasText() {
      return !isTextUnusable && pieceCount > 0 && nextPiece == pieceCount;
    }

    @SuppressWarnings("JdkObsolete") // SequenceInputStream takes no Iterator.
    private InputStream json(BodyBytes body) {
      Iterator<Piece> left = pieces.iterator();
      return new SequenceInputStream(
          new Enumeration<BodyRange>() {
            @Override
            public boolean hasMoreElements() {
              return left.hasNext();
            }

            @Override
            public BodyRange nextElement() {
              Piece piece = left.next();
              return new BodyRange(body, piece.from, piece.to);
            }
          });
    }

    InputStream text(BodyBytes body) {
      return new StringBytes(json(body));
    }

    byte[] jsonSha256(BodyBytes body) throws IOException {
      MessageDigest digest = Sha256.digest();
      try (InputStream json = new DigestInputStream(json(body), digest)) {
        long unused = json.transferTo(OutputStream.nullOutputStream());
      }
      return digest.digest();
    }

    /**
     * The text of a checked JSON string in UTF-8 (RFC 8259, section 7). A lone surrogate becomes
     * U+FFFD.
     */
    static final class StringBytes extends InputStream {
      private static final String ESCAPES = "\"\\/bfnrt";
      private static final String ESCAPED = "\"\\/\b\f\n\r\t";
      private static final int NONE = -1;
      private final InputStream raw;
      private byte[] decoded = {};

      private int next;
      private int pendingUnit = NONE;

      StringBytes(InputStream raw) {
        this.raw = new BufferedInputStream(raw);
      }

      @Override
      public int read() throws IOException {
        if (next < decoded.length) {
          return decoded[next++] & 0xFF;
        }
        int first = pendingUnit == NONE ? raw.read() : '\\';
        return first == '\\' ? readEscape() : first;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int unused = Objects.checkFromIndexSize(offset, length, into.length);
        int count = 0;
        while (count < length) {
          int here = read();
          if (here < 0) {
            break;
          }
          into[offset + count++] = (byte) here;
        }
        return count == 0 && length > 0 ? -1 : count;
      }

      private int readEscape() throws IOException {
        int unit = pendingUnit == NONE ? escapedUnit() : pendingUnit;
        pendingUnit = NONE;
        String text = String.valueOf((char) unit);
        if (Character.isHighSurrogate((char) unit) && isEscapeNext()) {
          int second = escapedUnit();
          if (Character.isLowSurrogate((char) second)) {
            text += (char) second;
          } else {
            pendingUnit = second;
          }
        }
        boolean isLone = text.length() == 1 && Character.isSurrogate((char) unit);
        decoded = (isLone ? "\uFFFD" : text).getBytes(StandardCharsets.UTF_8);
        next = 1;
        return decoded[0] & 0xFF;
      }

      private boolean isEscapeNext() throws IOException {
        raw.mark(1);
        if (raw.read() == '\\') {
          return true;
        }
        raw.reset();
        return false;
      }

      private int escapedUnit() throws IOException {
        int letter = raw.read();
        if (letter != 'u') {
          return ESCAPED.charAt(ESCAPES.indexOf(letter));
        }
        int unit = 0;
        for (int i = 0; i < 4; i++) {
          unit = unit << 4 | Character.digit(raw.read(), 16);
        }
        return unit;
      }
    }
  }
}
