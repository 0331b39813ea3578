package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.ScriptRef;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;

/**
 * Configures folders and buckets that already hold source maps. {@code docs/configuration.md}
 * describes each key.
 */
@ConfigMapping(prefix = "symbolicator.maps.mounted")
public interface MountedConfig {
  @WithParentName
  Map<String, MountedRule> rules();

  interface MountedRule {
    String url();

    String location();

    @WithDefault(ScriptRef.DEFAULT_SCOPE)
    String scope();
  }
}
