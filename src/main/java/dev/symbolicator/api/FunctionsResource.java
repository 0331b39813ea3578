package dev.symbolicator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.http.Accept;
import dev.symbolicator.api.http.AnswerSender.StreamedAnswer;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.ChunkEncoder;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.PagedAnswer;
import dev.symbolicator.api.http.PagedAnswer.Page;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.Workers;
import dev.symbolicator.api.maps.QueryParameters;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.ScriptResolver;
import dev.symbolicator.symbolication.ScriptResolver.OpenedScript;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbols.FunctionDictionary;
import dev.symbolicator.symbols.FunctionDictionary.ListedFunction;
import dev.symbolicator.symbols.FunctionIdentity;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Job;
import dev.symbolicator.threads.Slots.Turn;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /scripts/functions}: the dictionary of a build. A frame of a profile is the start of a
 * function, and a script has a limited number of these, so who joins its profiles with dictionaries
 * need not send them here.
 */
@Path("/scripts/functions")
public class FunctionsResource {
  /** The bytes of a page beside its last line. */
  private static final int PAGE = 1 << 15;

  /** The memory of a page, its longest line, its copies on their way to the socket, and names. */
  private static final int MEMORY = 10 * PAGE;

  /** The most dictionaries at once, half of them of one scope: each holds its table. */
  private static final int MAX_AT_ONCE = 16;

  private static final String MAX_AT_ONCE_NAME = "max-dictionaries";

  private final CallerGuard guard;
  private final Workers workers;
  private final ScriptResolver resolver;
  private final ByteBudget budget;
  private final Vertx vertx;
  private final HttpConfig config;
  private final RequestLog log;
  private final ObjectWriter json;
  private final boolean showsLiterals;
  private final Slots places = new Slots(MAX_AT_ONCE, MAX_AT_ONCE / 2, 0);

  FunctionsResource(
      CallerGuard guard,
      Workers workers,
      ScriptResolver resolver,
      ByteBudget budget,
      Vertx vertx,
      HttpConfig config,
      RequestLog log,
      ObjectMapper json,
      IdentityConfig identity) {
    this.guard = guard;
    this.workers = workers;
    this.resolver = resolver;
    this.budget = budget;
    this.vertx = vertx;
    this.config = config;
    this.log = log;
    this.json = json.writerFor(FunctionRow.class);
    showsLiterals = identity.literals();
  }

  /**
   * A function of a script, each member null if it is not known. Lines and columns are 1-based, in
   * UTF-16 units: the start of the function as profiles have it, and of the original.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FunctionRow(
      int line,
      int column,
      @JsonProperty("generated_name") @Nullable String generatedName,
      @JsonProperty("function_id") @Nullable String functionId,
      String stability,
      @JsonProperty("body_hash") @Nullable String bodyHash,
      @Nullable String name,
      @Nullable String qualified,
      @Nullable String role,
      @JsonProperty("package") @Nullable String packageName,
      @Nullable String version,
      @Nullable String path,
      @Nullable String origin,
      @Nullable String source,
      @JsonProperty("original_line") @Nullable Integer originalLine,
      @JsonProperty("original_column") @Nullable Integer originalColumn) {

    static FunctionRow of(ListedFunction function, boolean showsLiterals) {
      FunctionIdentity identity = function.identity();
      Symbol symbol = function.symbol();
      Symbol place = symbol == null || symbol.source() == null ? null : symbol;
      return new FunctionRow(
          function.line() + 1,
          function.column() + 1,
          function.generatedName(),
          identity.id(),
          identity.writtenStability(),
          identity.bodyHash(),
          symbol == null ? null : symbol.name(),
          identity.qualified(),
          identity.role(showsLiterals),
          identity.packageName(),
          identity.version(),
          identity.writtenPath(),
          identity.writtenOrigin(),
          place == null ? null : place.source(),
          place == null ? null : (Integer) (place.line() + 1),
          place == null ? null : (Integer) (place.column() + 1));
    }
  }

  /** Lists the functions of a script, a line of JSON for each. */
  @GET
  public Uni<Response> functions(RoutingContext context) {
    HttpServerRequest request = context.request();
    return guard.admit(
        request,
        Right.READ,
        caller -> {
          WantedScript wanted = wanted(request);
          Accept.require(request.getHeader(HttpHeaders.ACCEPT), BatchRunner.MEDIA_TYPE);
          ContentCoding coding = ProfileHead.choose(request.headers(), false);
          if (coding == null) {
            throw new ProblemException(Problems.noCoding());
          }
          Turn turn = new Turn(caller.scope(), caller.scope());
          places.start(turn, Job.atOnce(FunctionsResource::tooMany));
          context.addEndHandler(ended -> places.end(turn));
          ByteBudget.Lease lease = RequestBody.leaseOf(context, budget);
          // Completed on a worker, maybe after the end of the request.
          CompletableFuture<@Nullable ChunkEncoder> encoder = new CompletableFuture<>();
          context.addEndHandler(
              ended -> {
                CompletableFuture<Void> unused = encoder.thenAccept(FunctionsResource::close);
              });
          return answer(context, caller, wanted, coding, lease, encoder);
        });
  }

  private static WantedScript wanted(HttpServerRequest request) {
    QueryParameters parameters =
        new QueryParameters(request.params(), List.of("script", "release", "debugId"));
    String script = parameters.url("script");
    if (script == null) {
      throw new ProblemException(
          Problem.of(
              ProblemKind.BAD_PARAMETER,
              "The query parameter script is missing. Send"
                  + " script=https://cdn.example.com/assets/app.js."));
    }
    return new WantedScript(script, parameters.text("release"), parameters.debugId());
  }

  private CompletionStage<Response> answer(
      RoutingContext context,
      Caller caller,
      WantedScript wanted,
      ContentCoding coding,
      ByteBudget.Lease lease,
      CompletableFuture<@Nullable ChunkEncoder> encoder) {
    long start = System.nanoTime();
    RequestContext limits = workers.limits(lease, caller.scope());
    return workers.run(
        lease,
        limits,
        () ->
            resolver
                .open(wanted, limits)
                .thenApply(
                    opened -> {
                      SymbolTable symbols = opened.symbols();
                      if (symbols == null || opened.report().isPassing()) {
                        throw new ProblemException(withoutTable(opened));
                      }
                      if (!lease.grow(MEMORY + symbols.size())) {
                        throw new ProblemException(Problems.noRoom(lease));
                      }
                      encoder.complete(
                          ChunkEncoder.of(coding, apart(lease), () -> Problems.noRoom(lease)));
                      return response(
                          context, caller, new Rows(symbols), coding, lease, encoder.join(), start);
                    }));
  }

  private Response response(
      RoutingContext context,
      Caller caller,
      Rows rows,
      ContentCoding coding,
      ByteBudget.Lease lease,
      @Nullable ChunkEncoder encoder,
      long start) {
    Runnable sending =
        () ->
            new PagedAnswer(
                    context,
                    vertx,
                    config.answerTimeout(),
                    log,
                    encoder,
                    lease,
                    rows::nextPage,
                    () -> log.listed(caller, rows.count, start))
                .begin();
    Response.ResponseBuilder response =
        Response.ok(new StreamedAnswer(coding, sending), BatchRunner.MEDIA_TYPE);
    ProfileHead.writeCoding(coding, response::header);
    return response.build();
  }

  /** Grants memory that may be used for a moment after the request's own was given back. */
  private static StreamDecoding.Memory apart(ByteBudget.Lease lease) {
    return (bytes, largest) -> {
      ByteBudget.Lease apart = lease.growApart(bytes, largest);
      return apart == null ? null : apart::close;
    };
  }

  private static Problem withoutTable(OpenedScript opened) {
    boolean isLoading =
        opened.symbols() != null
            || opened.report().status() == ScriptStatus.PENDING
            || opened.report().status() == ScriptStatus.OVERLOADED;
    Problem problem =
        isLoading
            ? Problem.of(
                    ProblemKind.INCOMPLETE,
                    "The script, its map or its sources are still being loaded. Ask again after as"
                        + " many seconds as Retry-After says.")
                .withRetryAfter(opened.report().retryAfter())
            : Problem.of(
                ProblemKind.NOT_FOUND,
                "The functions of the script are not known. " + opened.report().detail());
    return problem.with("scripts", List.of(opened.entry()));
  }

  private static void close(@Nullable ChunkEncoder encoder) {
    if (encoder != null) {
      encoder.close();
    }
  }

  private static ProblemException tooMany() {
    return new ProblemException(
        Problem.of(
                ProblemKind.OVERLOADED,
                "Too many dictionaries are read at once. Ask again after as many seconds as"
                    + " Retry-After says.")
            .withLimit(MAX_AT_ONCE_NAME));
  }

  /** Writes functions as lines, on one thread at a time. */
  private final class Rows {
    private final FunctionDictionary functions;
    private @Nullable Page first;
    private long count;

    /** Begins to read, so that a table that contradicts itself is found before the answer. */
    Rows(SymbolTable symbols) {
      functions = new FunctionDictionary(symbols);
      try {
        first = page();
      } catch (IndexOutOfBoundsException forged) {
        throw new ProblemException(
            Problem.of(
                ProblemKind.INCOMPLETE,
                "The stored symbols of the script are damaged. Ask again after as many seconds as"
                    + " Retry-After says; they are made anew."));
      }
    }

    Page nextPage() {
      Page begun = first;
      first = null;
      return begun == null ? page() : begun;
    }

    private Page page() {
      ByteArrayOutputStream page = new ByteArrayOutputStream(2 * PAGE);
      boolean isMore =
          functions.read(
              function -> {
                write(function, page);
                count++;
                return page.size() < PAGE;
              });
      return new Page(Buffer.buffer(page.toByteArray()), !isMore);
    }

    private void write(ListedFunction function, ByteArrayOutputStream page) {
      try {
        page.writeBytes(json.writeValueAsBytes(FunctionRow.of(function, showsLiterals)));
        page.write('\n');
      } catch (JsonProcessingException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }
}
