package dev.symbolicator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.quarkus.smallrye.openapi.OpenApiFilter.RunStage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.parameters.Parameter.In;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/** Writes the part of the OpenAPI document that annotations cannot. */
@OpenApiFilter(RunStage.BUILD)
public class OpenApiDocument implements OASFilter {
  private static final String JSON = "application/json";

  @Override
  public void filterOpenAPI(OpenAPI document) {
    document.setComponents(
        OASFactory.createComponents()
            .addSchema("Profile", profileSchema())
            .addSchema("ScriptList", WarmOperation.listSchema())
            .addSchema("ScriptReport", WarmOperation.reportSchema())
            .addSchema("Problem", problemSchema()));
    document.getPaths().getPathItem("/symbolicate").setPOST(symbolicate());
    document.getPaths().getPathItem("/scripts/warm").setPOST(WarmOperation.operation());
  }

  private static Operation symbolicate() {
    return OASFactory.createOperation()
        .operationId("symbolicate")
        .addTag("Profiles")
        .summary("Symbolicates a profile")
        .description(OpenApiText.DESCRIPTION)
        .parameters(
            List.of(
                parameter(
                    "report",
                    "Whether to add a report as the top-level member symbolication",
                    List.of("false", "true")),
                parameter(
                    "incomplete",
                    "What to do if scripts or their sources are missing that may be there a little"
                        + " later, since"
                        + " they are still on their way at the deadline, their origin failed, or"
                        + " the service is busy: answer with what is there, or with 503",
                    List.of("accept", "reject")),
                parameter(
                    "names",
                    "The style of function names: as V8 would have reported them for the original"
                        + " code (render), or qualified (Chart.render)",
                    List.of("v8", "qualified"))))
        .requestBody(
            OASFactory.createRequestBody()
                .required(true)
                .content(content(JSON, "Profile", OpenApiText.TRACE)))
        .responses(responses());
  }

  private static APIResponses responses() {
    APIResponse ok =
        OASFactory.createAPIResponse()
            .description("The same profile, symbolicated")
            .content(content(JSON, "Profile", OpenApiText.SYMBOLICATED))
            .addHeader(
                "Symbolication",
                header(
                    "mapped=312, total=340, pending=0: frames that were mapped, frames that have a"
                        + " script, scripts that were still on their way"))
            .addHeader("Server-Timing", header("read, resolve and write, in milliseconds"));
    APIResponses responses = OASFactory.createAPIResponses().addAPIResponse("200", ok);
    problems().forEach((status, text) -> responses.addAPIResponse(status, problem(text)));
    responses
        .getAPIResponse("503")
        .addHeader("Retry-After", header("When to send the profile again, in seconds"));
    return responses;
  }

  private static Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    problems.put(
        "400",
        "The body is not JSON in UTF-8 or cannot be inflated, or a query parameter is not known");
    problems.put("408", "The body did not arrive in time");
    problems.put("413", "A limit is passed; the member limit names its configuration key");
    problems.put("415", "An unknown content coding, or a multipart body");
    problems.put("422", "JSON, but no profile this service reads, or a value of the wrong kind");
    problems.put("500", "The service failed");
    problems.put(
        "503",
        "Too many bytes are in flight, or no thread was free in time, or, with incomplete=reject,"
            + " scripts are missing that may be there a little later");
    return problems;
  }

  static APIResponse problem(String description) {
    return OASFactory.createAPIResponse()
        .description(description)
        .content(content(Problem.MEDIA_TYPE, "Problem", OpenApiText.PROBLEM));
  }

  static Content content(String mediaType, String schema, String example) {
    return OASFactory.createContent()
        .addMediaType(
            mediaType,
            OASFactory.createMediaType()
                .schema(OASFactory.createSchema().ref("#/components/schemas/" + schema))
                .example(parsed(example)));
  }

  private static Object parsed(String json) {
    try {
      return new ObjectMapper().readValue(json, Object.class);
    } catch (JsonProcessingException mistyped) {
      throw new IllegalStateException("an example is no JSON", mistyped);
    }
  }

  private static Parameter parameter(String name, String description, List<String> values) {
    return OASFactory.createParameter()
        .name(name)
        .in(In.QUERY)
        .description(description)
        .schema(string().enumeration(List.<Object>copyOf(values)).defaultValue(values.get(0)));
  }

  private static Header header(String description) {
    return OASFactory.createHeader().description(description).schema(string());
  }

  private static Schema string() {
    return OASFactory.createSchema().addType(SchemaType.STRING);
  }

  private static Schema profileSchema() {
    return OASFactory.createSchema()
        .addType(SchemaType.OBJECT)
        .description(
            "A JS Self-Profiling trace: the arrays frames, resources, stacks and samples; or an"
                + " object that holds one as its member trace");
  }

  private static Schema problemSchema() {
    Schema schema =
        OASFactory.createSchema()
            .addType(SchemaType.OBJECT)
            .description("A problem as RFC 9457 describes it")
            .required(List.of("type", "title", "status", "detail"));
    member(schema, "type", SchemaType.STRING, "A URN that stays the same for good");
    member(schema, "title", SchemaType.STRING, "The kind of problem");
    member(schema, "status", SchemaType.INTEGER, "The HTTP status code");
    member(schema, "detail", SchemaType.STRING, "What is wrong and what to do about it");
    member(schema, "pointer", SchemaType.STRING, "JSON pointer to the value that is wrong");
    member(schema, "offset", SchemaType.INTEGER, "0-based byte offset in the inflated body");
    member(schema, "limit", SchemaType.STRING, "Configuration key of the limit that was passed");
    schema.addProperty("scripts", WarmOperation.scriptsSchema("Those that are missing"));
    return schema;
  }

  static void member(Schema schema, String name, SchemaType type, String description) {
    schema.addProperty(name, OASFactory.createSchema().addType(type).description(description));
  }
}
