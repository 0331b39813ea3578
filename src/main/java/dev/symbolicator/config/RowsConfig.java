package dev.symbolicator.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.spi.Converter;

/** The rows that profiles become for column stores. */
@ConfigMapping(prefix = "symbolicator.rows")
public interface RowsConfig {

  /** Returns further columns of profiles. Senders name their values. */
  @WithDefault("none")
  @WithConverter(Dimensions.Parser.class)
  Dimensions dimensions();

  /** Names of columns. */
  record Dimensions(List<String> names) {
    static final int MOST = 8;

    private static final String NONE = "none";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_]{0,62}";

    /**
     * The columns of profiles, the query parameters, and the member that is the profile itself, in
     * lower case, since many stores ignore the case.
     */
    private static final Set<String> TAKEN =
        Set.of(
            "kind",
            "path",
            "profile_id",
            "ts",
            "release",
            "samples",
            "idle_us",
            "capped_us",
            "stack_ids",
            "leaf_ids",
            "stack_samples",
            "stack_self_us",
            "profiles",
            "aggregate",
            "annotate",
            "baseline",
            "compact",
            "debugmeta",
            "format",
            "incomplete",
            "keep",
            "names",
            "output",
            "report",
            "rows",
            "summary",
            "threshold",
            "totals",
            "verdicts",
            "trace");

    /** Reads names with commas between. */
    public static final class Parser implements Converter<Dimensions> {
      private static final long serialVersionUID = 1;

      @Override
      public Dimensions convert(String value) {
        if (value.strip().equals(NONE)) {
          return new Dimensions(List.of());
        }
        List<String> names = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        Converters.require(names.size() <= MOST, "must be at most %d names".formatted(MOST));
        Set<String> distinct = new HashSet<>(TAKEN);
        for (String name : names) {
          Converters.require(
              name.matches(NAME),
              "must be names of letters, digits and _ that begin with a letter, not " + name);
          Converters.require(
              distinct.add(name.toLowerCase(Locale.ROOT)),
              "must not have a name twice, nor that of another column or parameter: " + name);
        }
        return new Dimensions(names);
      }
    }
  }
}
