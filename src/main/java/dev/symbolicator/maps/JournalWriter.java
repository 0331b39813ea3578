package dev.symbolicator.maps;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes an object of the journal: JSON values, one a line, in gzip, whose checksum shows damage.
 * The first value has the version. Each other value is an object with one member, the kind of the
 * fact.
 *
 * <pre>
 * {"version":1}
 * {"add":{"scope":"shop","script":"https://example.com/a.js","map":"5f…","mapSize":1200,…}}
 * {"delete":{"scope":"shop","id":"3c…","at":1795362000000}}
 * {"use":{"scope":"shop","id":"3c…","day":20779}}
 * </pre>
 */
final class JournalWriter implements FactSink, AutoCloseable {
  static final int VERSION = 1;
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  /**
   * Begins an object.
   *
   * @param out closed with the writer
   */
  JournalWriter(OutputStream out) throws IOException {
    json = JSON.createGenerator(new GZIPOutputStream(out));
    json.setRootValueSeparator(null);
    json.writeStartObject();
    json.writeNumberField("version", VERSION);
    endLine();
  }

  @Override
  public void accept(JournalFact fact) throws IOException {
    json.writeStartObject();
    if (fact instanceof EntryAdded added) {
      json.writeObjectFieldStart("add");
      write(added.entry());
    } else if (fact instanceof EntryDeleted deleted) {
      json.writeObjectFieldStart("delete");
      json.writeStringField("scope", deleted.scope());
      json.writeStringField("id", deleted.id().toString());
      json.writeNumberField("at", deleted.at());
    } else if (fact instanceof EntryUsed used) {
      json.writeObjectFieldStart("use");
      json.writeStringField("scope", used.scope());
      json.writeStringField("id", used.id().toString());
      json.writeNumberField("day", used.day());
    }
    json.writeEndObject();
    endLine();
  }

  private void endLine() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void write(MapEntry entry) throws IOException {
    json.writeStringField("scope", entry.scope());
    json.writeStringField("script", entry.script());
    text("release", entry.release());
    text("dist", entry.dist());
    text("debugId", entry.debugId());
    text("project", entry.project());
    json.writeStringField("map", entry.map().sha256());
    json.writeNumberField("mapSize", entry.map().size());
    if (entry.text() != null) {
      json.writeStringField("text", entry.text().sha256());
      json.writeNumberField("textSize", entry.text().size());
    }
    text("content", entry.contentSha256());
    if (!entry.prefixes().isEmpty()) {
      json.writeArrayFieldStart("prefixes");
      for (String prefix : entry.prefixes()) {
        json.writeString(prefix);
      }
      json.writeEndArray();
    }
    json.writeStringField("by", entry.uploadedBy());
    json.writeNumberField("at", entry.uploadedAt());
  }

  private void text(String name, @Nullable String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
