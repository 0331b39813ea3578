package dev.symbolicator.maps;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads what {@link JournalWriter} writes, one fact at a time. Trusts nothing in it. */
final class JournalReader {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(MOST_CHARACTERS)
                  .maxNameLength(MOST_CHARACTERS)
                  .build())
          .build();

  private final JsonParser json;

  private JournalReader(JsonParser json) {
    this.json = json;
  }

  /**
   * Reads an object of the journal.
   *
   * @param facts takes each fact. If the object is damaged, the facts before the damage are true
   * @throws JournalFormatException if the object is damaged, or of a later version
   */
  static void read(InputStream in, Consumer<JournalFact> facts) throws IOException {
    try (GZIPInputStream inflated = new GZIPInputStream(in);
        JsonParser json = JSON.createParser(inflated)) {
      new JournalReader(json).facts(facts);
    } catch (JsonProcessingException | ZipException | EOFException notOurs) {
      throw new JournalFormatException("is damaged: " + summary(notOurs), notOurs);
    }
  }

  private static String summary(IOException damage) {
    return damage instanceof JsonProcessingException json
        ? json.getOriginalMessage()
        : String.valueOf(damage.getMessage());
  }

  private void facts(Consumer<JournalFact> facts) throws IOException {
    version();
    while (json.nextToken() != null) {
      facts.accept(fact());
    }
  }

  private void version() throws IOException {
    open();
    if (!"version".equals(json.nextFieldName())) {
      throw damaged("the version is missing");
    }
    if (json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
      throw damaged("the version is not a number");
    }
    long version = json.getLongValue();
    if (version != JournalWriter.VERSION) {
      throw new JournalFormatException("has the unknown version " + version, null);
    }
    end();
  }

  private void open() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw damaged("an object is missing");
    }
  }

  private void end() throws IOException {
    if (json.nextToken() != JsonToken.END_OBJECT) {
      throw damaged("an object has too many members");
    }
  }

  private JournalFact fact() throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw damaged("a fact is not an object");
    }
    String kind = String.valueOf(json.nextFieldName());
    open();
    FactMembers members = new FactMembers();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      members.put(name, value());
    }
    end();
    return members.fact(kind);
  }

  /** Reads a text, a whole number or a list of texts. */
  private Object value() throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return json.getLongValue();
    }
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw damaged("a member has the wrong type");
    }
    List<String> texts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw damaged("a list has something other than texts");
      }
      texts.add(json.getText());
    }
    return texts;
  }

  static JournalFormatException damaged(String how) {
    return new JournalFormatException("is damaged: " + how, null);
  }
}
