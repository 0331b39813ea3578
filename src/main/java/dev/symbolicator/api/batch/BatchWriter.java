package dev.symbolicator.api.batch;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Begins the work on a batch once the head of its response is there. */
@Provider
public class BatchWriter implements ServerMessageBodyWriter<BatchEntity> {
  @Override
  public void writeResponse(BatchEntity batch, Type type, ServerRequestContext context) {
    batch.work().run();
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
    return type == BatchEntity.class;
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == BatchEntity.class;
  }

  @Override
  public void writeTo(
      BatchEntity batch,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream out) {
    throw new UnsupportedOperationException("A batch is written as it comes.");
  }
}
