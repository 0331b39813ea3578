package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.ScriptRef;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.Map;

/** Configures folders and buckets that already hold source maps. */
@ConfigMapping(prefix = "symbolicator.maps.mounted")
public interface MountedConfig {

  /** Returns the rules by their names. The rule with the longest URL that fits is used. */
  @WithParentName
  Map<String, MountedRule> rules();

  /** Leads from the URLs of scripts to files. */
  interface MountedRule {

    /** Returns the beginning of the scripts' URLs, which ends with a slash. */
    String url();

    /**
     * Returns the folder that stands for the URL: a path, or {@code s3://bucket/folder/}. {@code
     * {release}} in it stands for the release that the profile names.
     */
    String location();

    /** Returns the scope whose profiles may use the files. */
    @WithDefault(ScriptRef.DEFAULT_SCOPE)
    String scope();
  }
}
