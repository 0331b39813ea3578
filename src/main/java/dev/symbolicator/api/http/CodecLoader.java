package dev.symbolicator.api.http;

import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.NativeCodecs;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * Loads the native codecs when the service starts, on a thread of its own: loading takes 0.1 s,
 * which neither the start nor an event loop should wait for. Until then, requests get the codings
 * that are there.
 */
@ApplicationScoped
class CodecLoader {
  private static final Logger LOG = Logger.getLogger(CodecLoader.class);

  void begin(@Observes StartupEvent start) {
    Thread loader = new Thread(CodecLoader::load, "codec-loader");
    loader.setDaemon(true);
    loader.start();
  }

  private static void load() {
    NativeCodecs.load()
        .forEach(
            (coding, reason) ->
                LOG.infof(
                    "%s is neither read nor offered, since its library cannot be loaded: %s",
                    Encoding.name(coding), reason));
  }
}
