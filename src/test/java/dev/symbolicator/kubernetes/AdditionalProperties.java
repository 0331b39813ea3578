package dev.symbolicator.kubernetes;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds keys that the typed Kubernetes model does not know.
 *
 * <p>The model keeps unknown keys in {@code additionalProperties} of their object, even if its
 * mapper is told to fail on unknown keys. So every object's map is checked.
 */
final class AdditionalProperties {
  private static final String MODEL = "io.fabric8.kubernetes.api.model";

  private final List<String> paths = new ArrayList<>();

  private AdditionalProperties() {}

  static List<String> of(Object object) throws ReflectiveOperationException {
    AdditionalProperties found = new AdditionalProperties();
    found.visit("", object);
    return found.paths;
  }

  private void visit(String path, Object value) throws ReflectiveOperationException {
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        visit(path + "[" + i + "]", list.get(i));
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        visit(path + "." + entry.getKey(), entry.getValue());
      }
    } else if (value != null && value.getClass().getName().startsWith(MODEL)) {
      visitModel(path, value);
    }
  }

  private void visitModel(String path, Object object) throws ReflectiveOperationException {
    for (Method getter : object.getClass().getMethods()) {
      if (!isGetter(getter)) {
        continue;
      }
      Object value = getter.invoke(object);
      if (getter.getName().equals("getAdditionalProperties")) {
        ((Map<?, ?>) value).keySet().forEach(key -> paths.add(path + "." + key));
      } else {
        visit(path + "." + property(getter), value);
      }
    }
  }

  private static boolean isGetter(Method method) {
    return method.getName().startsWith("get")
        && method.getParameterCount() == 0
        && !Modifier.isStatic(method.getModifiers())
        && method.getDeclaringClass() != Object.class;
  }

  private static String property(Method getter) {
    String name = getter.getName().substring("get".length());
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}
