package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.EmbeddedScript;
import dev.symbolicator.profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.profile.scan.UnreadableException;
import dev.symbolicator.profile.trace.NumberColumn.EventNumbers;
import dev.symbolicator.profile.trace.TraceEvent.ScriptMember;
import dev.symbolicator.profile.trace.TraceEvent.ValueSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The source maps of an enhanced trace of DevTools, and the texts of its scripts. The maps are in
 * {@code metadata.sourceMaps}, the texts in events {@code ScriptCatchup}, or in pieces in events
 * {@code LargeScriptCatchup}. Only their places in the body are kept.
 */
final class TraceScripts {
  private static final String SCRIPT = "ScriptCatchup";
  private static final String PIECE_OF_SCRIPT = "LargeScriptCatchup";

  /** The most bytes of a URL; a data: URL of a map is longer, and is no name. */
  private static final int MAX_URL = 1 << 16;

  /** The most bytes of a number or of an ID. */
  private static final int MAX_SMALL = 64;

  /** Heap bytes of a map's or a script's entries, without texts. */
  private static final int ENTRY = 600;

  private final BodyBytes body;
  private final TraceMemory charge;
  private final Map<String, MapSpan> mapsByScript = new HashMap<>();
  private final Map<String, MapSpan> mapsByUrl = new HashMap<>();
  private final Map<String, ScriptNotes> notes = new LinkedHashMap<>();
  private @Nullable Map<String, List<ScriptNotes>> notesByUrl;

  /** The place of a source map, which is an object. */
  private record MapSpan(@Nullable String url, long from, long to) {}

  TraceScripts(BodyBytes body, TraceMemory charge) {
    this.body = body;
    this.charge = charge;
  }

  /** Reads the value of {@code metadata}. */
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

  /** Returns the text of a string; null for any other value. */
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
    int number = EventNumbers.parsed(raw(event, member));
    return number < 0 ? other : number;
  }

  /** Returns the JSON of a short value, with its escapes undone; empty for others. */
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

  /** Finds the text of scripts that share one URL, as a page's inline scripts do. */
  static final class CommonText {
    private CommonText() {}

    /** Returns the text that all scripts have; null without scripts, or if their texts differ. */
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

    /** Reads each text once, and none unless all have the same length. */
    private static boolean haveEqualTexts(List<ScriptNotes> scripts, BodyBytes body)
        throws IOException {
      long size = scripts.get(0).jsonSize();
      if (!scripts.stream().allMatch(script -> script.hasText() && script.jsonSize() == size)) {
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

  /** Bytes of a body from one offset to another, as a stream. */
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
}
