package dev.symbolicator.api.batch;

import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import org.jspecify.annotations.Nullable;

/**
 * Charges the decoders and encoders of batches to the byte budget, and to the share of all batches:
 * a batch holds them for as long as it lasts.
 */
record CodecMemory(ByteBudget budget, BatchRoom room) implements StreamDecoding.Memory {
  @Override
  public @Nullable Runnable take(long bytes, long largest) {
    ByteBudget.Lease lease = budget.open();
    long charged = bytes + lease.besides(largest);
    Runnable giveBack =
        () -> {
          room.used().addAndGet(-charged);
          lease.close();
        };
    if (room.used().addAndGet(charged) > room.share() || !lease.grow(charged)) {
      giveBack.run();
      return null;
    }
    return giveBack;
  }
}
