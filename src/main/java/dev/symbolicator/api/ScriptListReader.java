package dev.symbolicator.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code {"scripts":["https://…"]}} and skips other members. */
final class ScriptListReader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String MEMBER = "scripts";
  private static final String EXAMPLE = "{\"scripts\":[\"https://example.com/app.js\"]}";

  /** The most bytes of memory per byte of the body: two growing buffers and a string. */
  private static final int MEMORY_OF_BYTE = 5;

  private ScriptListReader() {}

  /**
   * Reads the URLs.
   *
   * @param lease charged with the memory for reading, and afterwards with the size of the body, for
   *     the URLs
   * @throws ProblemException if the body is no such object, or has more than {@code max} URLs
   */
  static List<String> read(byte[] body, int max, ByteBudget.Lease lease) {
    long before = lease.held();
    if (!lease.grow((long) MEMORY_OF_BYTE * body.length)) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    List<String> urls = read(body, max);
    lease.shrinkTo(before + body.length);
    return urls;
  }

  private static List<String> read(byte[] body, int max) {
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw wrong("", "an object");
      }
      List<String> urls = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = json.currentName().equals(MEMBER);
        json.nextToken();
        if (wanted) {
          urls = list(json, max);
        } else {
          json.skipChildren();
        }
      }
      if (urls == null) {
        throw wrong("", "an object with the member scripts");
      }
      json.nextToken(); // throws if anything follows the object
      return urls;
    } catch (JsonProcessingException notJson) {
      long offset = notJson.getLocation() == null ? -1 : notJson.getLocation().getByteOffset();
      throw new ProblemException(
          Problem.of(Problem.ProblemKind.NOT_JSON, "The body is not JSON. Send " + EXAMPLE + ".")
              .at(offset, null));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<String> list(JsonParser json, int max) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong("/" + MEMBER, "an array of URLs");
    }
    List<String> urls = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw wrong("/" + MEMBER + "/" + urls.size(), "a string");
      }
      if (urls.size() == max) {
        throw tooMany(max);
      }
      urls.add(json.getText());
    }
    return urls;
  }

  private static ProblemException wrong(String pointer, String wanted) {
    return new ProblemException(
        Problem.of(
                Problem.ProblemKind.NOT_A_SCRIPT_LIST,
                "This must be " + wanted + ". Send " + EXAMPLE + ".")
            .at(-1, pointer));
  }

  private static ProblemException tooMany(int max) {
    return new ProblemException(
        Problem.of(
                Problem.ProblemKind.TOO_LARGE,
                "The list has more than " + max + " scripts. Send several shorter lists.")
            .withLimit("max-warm-scripts"));
  }
}
