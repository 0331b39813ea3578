package dev.symbolicator.maps;

import java.io.IOException;

/** Passes facts of the journal on. */
interface FactSource {
  void facts(FactSink sink) throws IOException;
}
