package dev.symbolicator.profile.v8;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;

/**
 * V8's CPU profiles, {@code .cpuprofile}, and sampling heap profiles, {@code .heapprofile}: types
 * {@code Profiler.Profile} and {@code HeapProfiler.SamplingHeapProfile} of the Chrome DevTools
 * Protocol. Old CPU profiles have a tree {@code head} instead of {@code nodes}.
 */
public final class V8Format implements JsonFormat {
  @Override
  public String name() {
    return "v8-profile";
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new V8Scan(context);
  }
}
