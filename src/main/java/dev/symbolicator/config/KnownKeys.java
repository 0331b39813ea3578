package dev.symbolicator.config;

import io.quarkus.arc.InjectableBean;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.PropertyName;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Finds misspelt keys, wherever they are set. Quarkus ignores them in environment variables, and
 * without its token, for example, the service would be open.
 *
 * <p>A variable is known if Quarkus has read it as a known key: which characters of a name stand
 * for themselves in a variable, only Quarkus knows.
 */
public final class KnownKeys {
  private static final String PREFIX = "symbolicator.";
  private static final String VARIABLES = "SYMBOLICATOR_";
  private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Za-z0-9*]");

  /** The variables of {@code upload.sh}. */
  private static final Set<String> OF_UPLOADS =
      Set.of("SYMBOLICATOR_RETRIES", "SYMBOLICATOR_TOKEN", "SYMBOLICATOR_URL");

  /** What Kubernetes sets for each Service, such as one that is named symbolicator. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("(SYMBOLICATOR.*?)_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_[0-9]+_.*)?)");

  /** Any text, in a key with a name of the operator's choice. */
  private static final char ANY = '*';

  /** A key is near if no more than one in so many characters differs. */
  private static final int DIFFERENT = 3;

  KnownKeys() {}

  /** Stops the start before anything is made with the settings. */
  static void check(@Observes @Priority(1) StartupEvent start, Config config, BeanManager beans) {
    List<String> unknown =
        unknown(
            config,
            beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .filter(KnownKeys::isSynthetic) // Others would only be loaded for this.
                .<Class<?>>map(Bean::getBeanClass)
                .filter(KnownKeys::isOurs)
                .toList());
    if (!unknown.isEmpty()) {
      throw new ConfigurationException(String.join(System.lineSeparator(), unknown));
    }
  }

  private static boolean isSynthetic(Bean<?> bean) {
    return bean instanceof InjectableBean<?> made
        && made.getKind() == InjectableBean.Kind.SYNTHETIC;
  }

  private static boolean isOurs(Class<?> type) {
    ConfigMapping mapping = type.getAnnotation(ConfigMapping.class);
    return mapping != null && mapping.prefix().startsWith(PREFIX);
  }

  /** Returns a sentence about each key that none of the mappings has. It shows no value. */
  static List<String> unknown(Config config, Collection<Class<?>> mappings) {
    Set<String> keys =
        mappings.stream()
            .map(ConfigClass::configClass)
            .flatMap(mapping -> mapping.getProperties().keySet().stream())
            .collect(Collectors.toSet());
    Set<PropertyName> known = keys.stream().map(PropertyName::new).collect(Collectors.toSet());
    Set<String> names = new TreeSet<>();
    config.getPropertyNames().forEach(names::add);
    Set<String> variables =
        names.stream()
            .filter(KnownKeys::isVariable)
            .map(KnownKeys::variable)
            .collect(Collectors.toSet());
    Set<String> read =
        names.stream()
            .filter(name -> known.contains(new PropertyName(name)))
            .map(KnownKeys::variable)
            .collect(Collectors.toSet());
    return names.stream()
        .filter(
            name ->
                isVariable(name)
                    ? !read.contains(variable(name)) && !isOfOthers(variable(name), variables)
                    : name.startsWith(PREFIX)
                        && !known.contains(new PropertyName(name))
                        && !variables.contains(variable(name)))
        .map(name -> sentence(name, config, keys))
        .toList();
  }

  private static boolean isVariable(String name) {
    return name.toUpperCase(Locale.ROOT).startsWith(VARIABLES);
  }

  private static boolean isOfOthers(String variable, Set<String> all) {
    Matcher link = SERVICE_LINK.matcher(variable);
    return OF_UPLOADS.contains(variable)
        || (link.matches() && all.contains(link.group(1) + "_SERVICE_HOST"));
  }

  private static String variable(String key) {
    return NOT_IN_VARIABLES.matcher(key).replaceAll("_").toUpperCase(Locale.ROOT);
  }

  private static String sentence(String name, Config config, Set<String> keys) {
    String source = String.valueOf(config.getConfigValue(name).getSourceName());
    String near = nearest(name, keys);
    return name
        + " ("
        + (source.startsWith("EnvConfigSource")
            ? "environment variable"
            : source.startsWith("SysPropConfigSource") ? "system property" : source)
        + "): there is no such setting"
        + (near == null
            ? "; docs/configuration.md has the list."
            : "; did you mean "
                + near
                + (isVariable(name) && near.indexOf(ANY) >= 0
                    ? ", with an underscore on each side of a name that has another itself?"
                    : "?"));
  }

  private static @Nullable String nearest(String name, Set<String> keys) {
    boolean isVariable = isVariable(name);
    return keys.stream()
        .filter(key -> !key.endsWith("[*]")) // the other spelling of a list's key
        .sorted()
        .map(key -> isVariable ? variable(key) : key)
        .filter(key -> distance(key, name) * DIFFERENT <= key.length() - PREFIX.length())
        .min(Comparator.comparingInt(key -> distance(key, name)))
        .orElse(null);
  }

  /** Returns how many characters differ (Levenshtein); an asterisk of the key is any text. */
  static int distance(String key, String name) {
    int[] above = new int[name.length() + 1];
    for (int j = 0; j <= name.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= key.length(); i++) {
      boolean isAny = key.charAt(i - 1) == ANY;
      int[] row = new int[above.length];
      row[0] = above[0] + (isAny ? 0 : 1);
      for (int j = 1; j < row.length; j++) {
        boolean isSame = key.charAt(i - 1) == name.charAt(j - 1);
        row[j] =
            isAny
                ? Math.min(above[j], row[j - 1])
                : Math.min(above[j - 1] + (isSame ? 0 : 1), 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[name.length()];
  }
}
