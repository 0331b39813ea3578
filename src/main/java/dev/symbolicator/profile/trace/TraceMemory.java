package dev.symbolicator.profile.trace;

import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.scan.UnreadableException;
import java.util.function.LongPredicate;

/** Takes the memory of a trace before it is allocated. Ends the reading if too little is left. */
final class TraceMemory {
  private final MemoryMeter meter;

  TraceMemory(LongPredicate memory) {
    meter = new MemoryMeter(memory);
  }

  /** Returns a charge that takes nothing, for memory that was taken before. */
  static TraceMemory taken() {
    return new TraceMemory(bytes -> true);
  }

  void take(long bytes) throws UnreadableException {
    take(bytes, "");
  }

  /** Takes a number of bytes, and two for each UTF-16 unit of a text. */
  void take(long bytes, String text) throws UnreadableException {
    if (!meter.take(bytes, text)) {
      throw new UnreadableException(new ProfileReading.OutOfMemory());
    }
  }
}
