package dev.symbolicator.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code {"scripts":["https://…",{"url":"https://…","release":"…","debugId":"…"}]}}. */
final class ScriptListReader {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String MEMBER = "scripts";
  private static final String EXAMPLE = "{\"scripts\":[\"https://example.com/app.js\"]}";

  /** The most bytes of memory per byte of the body: two growing buffers and a string. */
  private static final int MEMORY_OF_BYTE = 5;

  private ScriptListReader() {}

  /** Reads the list. The lease is charged with reading, afterwards with the size of the body. */
  static List<WantedScript> read(byte[] body, int max, ByteBudget.Lease lease) {
    long before = lease.held();
    if (!lease.grow((long) MEMORY_OF_BYTE * body.length)) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    List<WantedScript> scripts = read(body, max);
    lease.shrinkTo(before + body.length);
    return scripts;
  }

  private static List<WantedScript> read(byte[] body, int max) {
    try (JsonParser json = JSON.createParser(body)) {
      JsonToken first = json.nextToken();
      if (first == null) {
        throw notJson("The body is empty.", body.length);
      }
      if (first != JsonToken.START_OBJECT) {
        throw wrong("", "an object");
      }
      List<WantedScript> scripts = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = json.currentName().equals(MEMBER);
        json.nextToken();
        if (wanted) {
          scripts = list(json, max);
        } else {
          json.skipChildren();
        }
      }
      if (scripts == null) {
        throw wrong("", "an object with the member scripts");
      }
      json.nextToken(); // throws if anything follows the object
      return scripts;
    } catch (JsonProcessingException notJson) {
      long offset = notJson.getLocation() == null ? -1 : notJson.getLocation().getByteOffset();
      throw notJson("The body is not JSON.", offset);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<WantedScript> list(JsonParser json, int max) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong("/" + MEMBER, "an array of scripts");
    }
    List<WantedScript> scripts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String pointer = "/" + MEMBER + "/" + scripts.size();
      if (scripts.size() == max) {
        throw tooMany(max);
      }
      if (json.currentToken() == JsonToken.VALUE_STRING) {
        scripts.add(new WantedScript(json.getText(), null, null));
      } else if (json.currentToken() == JsonToken.START_OBJECT) {
        scripts.add(script(json, pointer));
      } else {
        throw wrong(pointer, "a string or an object");
      }
    }
    return scripts;
  }

  private static WantedScript script(JsonParser json, String pointer) throws IOException {
    String url = null;
    String release = null;
    String debugId = null;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String member = json.currentName();
      json.nextToken();
      switch (member) {
        case "url" -> url = text(json, pointer + "/url", "a string");
        case "release" -> release = release(json, pointer + "/release");
        case "debugId" -> debugId = debugId(json, pointer + "/debugId");
        default -> json.skipChildren();
      }
    }
    if (url == null) {
      throw wrong(pointer, "an object with the member url");
    }
    return new WantedScript(url, release, debugId);
  }

  private static String release(JsonParser json, String pointer) throws IOException {
    String wanted =
        "a string of 1 to %d characters without control characters"
            .formatted(WantedScript.maxReleaseLength());
    String release = text(json, pointer, wanted);
    if (!WantedScript.isRelease(release)) {
      throw wrong(pointer, wanted);
    }
    return release;
  }

  private static String debugId(JsonParser json, String pointer) throws IOException {
    String debugId = WantedScript.canonicalDebugId(text(json, pointer, "a UUID"));
    if (debugId == null) {
      throw wrong(pointer, "a UUID");
    }
    return debugId;
  }

  private static String text(JsonParser json, String pointer, String wanted) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw wrong(pointer, wanted);
    }
    return json.getText();
  }

  private static ProblemException notJson(String detail, long offset) {
    return new ProblemException(
        Problem.of(Problem.ProblemKind.NOT_JSON, detail + " Send " + EXAMPLE + ".")
            .at(offset, null));
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
