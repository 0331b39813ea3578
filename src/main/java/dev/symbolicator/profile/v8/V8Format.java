package dev.symbolicator.profile.v8;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;
import java.util.List;

/**
 * V8's CPU profiles, {@code .cpuprofile}, and sampling heap profiles, {@code .heapprofile}: types
 * {@code Profiler.Profile} and {@code HeapProfiler.SamplingHeapProfile} of the Chrome DevTools
 * Protocol. Old CPU profiles have a tree {@code head} instead of {@code nodes}.
 */
public final class V8Format implements JsonFormat {
  static final String CPU = "cpuprofile";
  static final String HEAP = "heapprofile";

  @Override
  public List<String> names() {
    return List.of(CPU, HEAP);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new V8Scan(context);
  }
}
