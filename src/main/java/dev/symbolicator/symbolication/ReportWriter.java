package dev.symbolicator.symbolication;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;

/** Writes reports as JSON. */
@ApplicationScoped
class ReportWriter {
  private final ObjectMapper json;

  ReportWriter(ObjectMapper json) {
    this.json = json;
  }

  byte[] write(SymbolicationReport report) {
    try {
      return json.writeValueAsBytes(report);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
