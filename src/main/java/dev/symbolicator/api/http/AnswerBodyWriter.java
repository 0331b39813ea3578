package dev.symbolicator.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/** Hands the answers of REST resources to {@link AnswerSender}. */
@Provider
public class AnswerBodyWriter implements ServerMessageBodyWriter<AnswerBody> {
  private final AnswerSender sender;

  AnswerBodyWriter(AnswerSender sender) {
    this.sender = sender;
  }

  @Override
  public void writeResponse(AnswerBody body, Type type, ServerRequestContext context) {
    ServerHttpRequest request = ((ResteasyReactiveRequestContext) context).serverRequest();
    sender.send(request.unwrap(RoutingContext.class), body);
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
    return type == AnswerBody.class;
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == AnswerBody.class;
  }

  @Override
  public void writeTo(
      AnswerBody body,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream out)
      throws IOException {
    Buffer whole = Buffer.buffer();
    body.pages().forEach(page -> page.moveTo(whole));
    out.write(whole.getBytes());
  }
}
