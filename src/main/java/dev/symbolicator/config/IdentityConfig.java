package dev.symbolicator.config;

import dev.symbolicator.config.Converters.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** The ids of functions: see {@code docs/identity.md}. */
@ConfigMapping(prefix = "symbolicator.identity")
public interface IdentityConfig {

  /** Returns folders that are dropped from the beginning of paths. Others give other ids. */
  Optional<List<String>> roots();

  /** Returns what sets an application's functions apart from others'. Another gives other ids. */
  Optional<String> namespace();

  /** Returns whether answers show strings of the source in roles; ids are the same without. */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean literals();
}
