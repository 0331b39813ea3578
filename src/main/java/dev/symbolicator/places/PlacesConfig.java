package dev.symbolicator.places;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/**
 * Configures where source maps are looked for. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.maps")
public interface PlacesConfig {
  @WithDefault("uploaded,folder,bucket,web")
  List<MapPlace> places();
}
