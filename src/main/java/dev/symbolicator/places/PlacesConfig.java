package dev.symbolicator.places;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/** Configures where source maps are looked for. */
@ConfigMapping(prefix = "symbolicator.maps")
public interface PlacesConfig {

  /**
   * Returns the places that are asked, in their order. Without {@code web}, no profile makes this
   * service send a request to an origin.
   */
  @WithDefault("uploaded,folder,bucket,web")
  List<MapPlace> places();
}
