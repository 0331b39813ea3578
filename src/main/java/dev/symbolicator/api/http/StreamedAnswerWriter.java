package dev.symbolicator.api.http;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Begins to write a {@link StreamedAnswer} once the head of its response is there. */
@Provider
public class StreamedAnswerWriter implements ServerMessageBodyWriter<StreamedAnswer> {
  @Override
  public void writeResponse(StreamedAnswer answer, Type type, ServerRequestContext context) {
    answer.work().run();
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
    return type == StreamedAnswer.class;
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == StreamedAnswer.class;
  }

  @Override
  public void writeTo(
      StreamedAnswer answer,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream out) {
    throw new UnsupportedOperationException("The answer is written as it comes.");
  }
}
