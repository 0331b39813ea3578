package dev.symbolicator.api.problem;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Knows the methods of each path, and corrects Allow: Quarkus REST names HEAD for every path. */
@Singleton
class AllowedMethods {
  private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*\\}");

  private final Map<String, Set<String>> methodsByPath = new TreeMap<>();

  AllowedMethods(BeanManager beans) {
    beans.getBeans(Object.class).stream()
        .map(bean -> bean.getBeanClass())
        .filter(type -> type.isAnnotationPresent(Path.class))
        .forEach(this::add);
  }

  private void add(Class<?> resource) {
    for (Method method : resource.getMethods()) {
      for (Annotation annotation : method.getAnnotations()) {
        HttpMethod name = annotation.annotationType().getAnnotation(HttpMethod.class);
        if (name != null) {
          Path below = method.getAnnotation(Path.class);
          String path =
              Stream.of(
                      resource.getAnnotation(Path.class).value(),
                      below == null ? "" : below.value())
                  .map(AllowedMethods::trimmed)
                  .filter(part -> !part.isEmpty())
                  .collect(Collectors.joining("/"));
          methodsByPath.computeIfAbsent(path, first -> new TreeSet<>()).add(name.value());
        }
      }
    }
  }

  /** Strips slashes by hand: a regular expression would take quadratic time on many slashes. */
  static String trimmed(String path) {
    int from = 0;
    int to = path.length();
    while (from < to && path.charAt(from) == '/') {
      from++;
    }
    while (from < to && path.charAt(to - 1) == '/') {
      to--;
    }
    return path.substring(from, to);
  }

  /** Returns the value of the header Allow for a path. JAX-RS itself answers HEAD and OPTIONS. */
  String of(String path) {
    Set<String> allowed = new TreeSet<>(Set.of("OPTIONS"));
    String trimmed = trimmed(path);
    methodsByPath.forEach(
        (template, methods) -> {
          if (trimmed.matches(PARAMETER.matcher(template).replaceAll("[^/]+"))) {
            allowed.addAll(methods);
          }
        });
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    return String.join(", ", allowed);
  }

  @ServerResponseFilter
  void correct(ContainerRequestContext request, ContainerResponseContext response) {
    if (HttpMethod.OPTIONS.equals(request.getMethod())
        && response.getHeaders().containsKey(HttpHeaders.ALLOW)) {
      response.getHeaders().putSingle(HttpHeaders.ALLOW, of(request.getUriInfo().getPath()));
    }
  }
}
