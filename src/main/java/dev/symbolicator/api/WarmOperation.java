package dev.symbolicator.api;

import java.util.List;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/** Describes {@code POST /scripts/warm} for the OpenAPI document. */
final class WarmOperation {
  private static final String JSON = "application/json";
  private static final String REQUEST =
      "{\"scripts\":[\"https://example.com/assets/index-BxK29dQz.js\"]}";
  private static final String ANSWER =
      "{\"scripts\":[{\"url\":\"https://example.com/assets/index-BxK29dQz.js\","
          + "\"status\":\"found\","
          + "\"sourceMap\":\"https://example.com/assets/index-BxK29dQz.js.map\","
          + "\"detail\":\"The source map was read.\"}]}";

  private WarmOperation() {}

  static Operation operation() {
    APIResponses responses =
        OASFactory.createAPIResponses()
            .addAPIResponse(
                "200",
                OASFactory.createAPIResponse()
                    .description(
                        "How it went with each script, when all are there or the deadline is"
                            + " reached; what is pending then goes on")
                    .content(OpenApiDocument.content(JSON, "ScriptReport", ANSWER)));
    problem(responses, "400", "The body is not JSON in UTF-8 or cannot be inflated");
    problem(responses, "408", "The body did not arrive in time");
    problem(responses, "413", "A limit is passed; the member limit names its configuration key");
    problem(responses, "415", "An unknown content coding, or a multipart body");
    problem(responses, "422", "JSON, but no list of scripts");
    problem(responses, "500", "The service failed");
    problem(responses, "503", "Too many bytes are in flight, or no thread was free in time");
    return OASFactory.createOperation()
        .operationId("warmScripts")
        .addTag("Scripts")
        .summary("Loads scripts and their source maps in advance")
        .description(
            "For a deployment hook: whoever sends a profile that names these scripts afterwards"
                + " does not wait for them. The same rules apply as to scripts of profiles.")
        .requestBody(
            OASFactory.createRequestBody()
                .required(true)
                .content(OpenApiDocument.content(JSON, "ScriptList", REQUEST)))
        .responses(responses);
  }

  private static void problem(APIResponses responses, String status, String description) {
    responses.addAPIResponse(status, OpenApiDocument.problem(description));
  }

  static Schema listSchema() {
    return OASFactory.createSchema()
        .addType(SchemaType.OBJECT)
        .required(List.of("scripts"))
        .addProperty(
            "scripts",
            OASFactory.createSchema()
                .addType(SchemaType.ARRAY)
                .items(OASFactory.createSchema().addType(SchemaType.STRING).format("uri"))
                .description("URLs of scripts, as profiles name them"));
  }

  static Schema reportSchema() {
    return OASFactory.createSchema()
        .addType(SchemaType.OBJECT)
        .required(List.of("scripts"))
        .addProperty("scripts", scriptsSchema("In the order of the request"));
  }

  /** How it went with each of some scripts. */
  static Schema scriptsSchema(String description) {
    Schema script = OASFactory.createSchema().addType(SchemaType.OBJECT);
    script.required(List.of("url", "status", "detail"));
    OpenApiDocument.member(script, "url", SchemaType.STRING, "The script as it was asked for");
    OpenApiDocument.member(script, "status", SchemaType.STRING, "found, pending, not-found, …");
    OpenApiDocument.member(script, "sourceMap", SchemaType.STRING, "URL of its source map");
    OpenApiDocument.member(script, "detail", SchemaType.STRING, "One sentence for a person");
    return OASFactory.createSchema()
        .addType(SchemaType.ARRAY)
        .items(script)
        .description(description);
  }
}
