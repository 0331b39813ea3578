package dev.symbolicator.api.http;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Tags metrics of unknown HTTP methods as OTHER, since strangers could make up any number. */
@Singleton
class MethodTags implements MeterFilter {
  private static final String TAG = "method";
  private static final Set<String> KNOWN =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  @Override
  public Meter.Id map(Meter.Id id) {
    String method = id.getTag(TAG);
    if (method == null || KNOWN.contains(method)) {
      return id;
    }
    List<Tag> tags = new ArrayList<>(id.getTags());
    tags.replaceAll(tag -> tag.getKey().equals(TAG) ? Tag.of(TAG, "OTHER") : tag);
    return id.replaceTags(tags);
  }
}
