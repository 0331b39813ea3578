package dev.symbolicator.symbolication;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.places.TestPlaces;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationMetrics;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

final class Symbolicators {
  private Symbolicators() {}

  static Symbolicator of(TestScripts scripts, SymbolicationConfig config) {
    return new Symbolicator(
        new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), config),
        new ObjectMapper(),
        new SymbolicationMetrics(new SimpleMeterRegistry()),
        config,
        Settings.of().read(IdentityConfig.class));
  }

  static RequestContext unlimited(Deadline deadline) {
    return new RequestContext(ScriptRef.DEFAULT_SCOPE, Allowances.plenty(), deadline);
  }
}
