package dev.symbolicator.api.maps;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.upload.UploadOptions;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.memory.ByteBudget;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Turns reports of uploads into answers. An upload of which nothing was kept is never a success,
 * and neither is a strict upload of which anything was not.
 */
@ApplicationScoped
class UploadAnswers {
  private final ObjectWriter json;
  private final RequestLog log;

  UploadAnswers(ObjectMapper json, RequestLog log) {
    this.json = json.writer().without(SerializationFeature.WRAP_EXCEPTIONS);
    this.log = log;
  }

  /**
   * Returns the answer: 201 if an entry is new, 200 if none is, or a problem with the members of
   * the report.
   *
   * @param lease charged with the answer
   * @param startNanos {@link System#nanoTime} when the request came
   */
  Response of(
      Caller caller,
      UploadReport report,
      UploadOptions options,
      ByteBudget.Lease lease,
      long startNanos) {
    if (!report.isAnyKept() || (options.isStrict() && !report.isAllKept())) {
      Problem problem = UploadProblems.of(report, options.isStrict());
      log.failed(caller, new ProblemException(problem));
      return Response.status(problem.status())
          .type(Problem.MEDIA_TYPE)
          .entity(body(problem, lease))
          .build();
    }
    UploadReport.UploadSummary summary = report.summary();
    boolean isNew = !report.dryRun() && summary.stored() + summary.replaced() > 0;
    int status = isNew ? 201 : 200;
    log.uploaded(
        caller, status, summary.scripts(), summary.stored() + summary.replaced(), startNanos);
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(body(report, lease))
        .build();
  }

  private AnswerBody body(Object answer, ByteBudget.Lease lease) {
    AnswerBody body = new AnswerBody(lease);
    try {
      json.writeValue(body, answer);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return body;
  }
}
