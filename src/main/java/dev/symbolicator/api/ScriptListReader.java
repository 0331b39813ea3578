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
import org.jspecify.annotations.Nullable;

/** Reads {@code {"scripts":["https://…"]}}; other members are skipped. */
final class ScriptListReader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String MEMBER = "scripts";

  /** What a byte takes while it is read, at most: two pieces of it while one grows, and a text. */
  private static final int MEMORY_OF_BYTE = 5;

  private ScriptListReader() {}

  /**
   * Reads the URLs.
   *
   * @param lease charged with what that takes, and from then on with as much as the body for them
   * @throws ProblemException if the body is something else, or has more than {@code max} URLs
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
        throw wrong("");
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
        throw wrong("");
      }
      json.nextToken(); // Anything behind it is no JSON.
      return urls;
    } catch (JsonProcessingException notJson) {
      long offset = notJson.getLocation() == null ? -1 : notJson.getLocation().getByteOffset();
      throw new ProblemException(
          Problem.of(
                  Problem.ProblemKind.NOT_JSON,
                  "The body is not JSON. Send {\"scripts\":[\"https://example.com/app.js\"]}.")
              .at(offset, null));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<String> list(JsonParser json, int max) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong("/" + MEMBER);
    }
    List<String> urls = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw wrong("/" + MEMBER + "/" + urls.size());
      }
      if (urls.size() == max) {
        throw tooMany(max);
      }
      urls.add(json.getText());
    }
    return urls;
  }

  private static ProblemException wrong(@Nullable String pointer) {
    return new ProblemException(
        Problem.of(
                Problem.ProblemKind.NOT_A_SCRIPT_LIST,
                "An object with an array of URLs is expected:"
                    + " {\"scripts\":[\"https://example.com/app.js\"]}.")
            .at(-1, pointer));
  }

  private static ProblemException tooMany(int max) {
    return new ProblemException(
        Problem.of(
                Problem.ProblemKind.TOO_LARGE,
                "These are more than " + max + " scripts. Send them in several requests.")
            .withLimit("max-warm-scripts"));
  }
}
