package dev.symbolicator.maps;

import java.io.IOException;

/** Takes facts of the journal. */
interface FactSink {
  void accept(JournalFact fact) throws IOException;
}
