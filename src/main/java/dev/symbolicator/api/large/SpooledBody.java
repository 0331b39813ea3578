package dev.symbolicator.api.large;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.store.TempFiles.TempFile;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A body in a temporary file. Counts the bytes that are read. */
final class SpooledBody implements BodyBytes {
  private final TempFile file;
  private final LargeProgress progress;
  private final BooleanSupplier isUnwanted;

  /**
   * Makes the body of a file that is complete.
   *
   * @param isUnwanted tells whether nobody waits for the work on the body anymore
   */
  SpooledBody(TempFile file, LargeProgress progress, BooleanSupplier isUnwanted) {
    this.file = file;
    this.progress = progress;
    this.isUnwanted = isUnwanted;
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    if (isUnwanted.getAsBoolean()) {
      throw new IOException("the client has left");
    }
    file.read(position, into, offset, length);
    progress.add(LargeProgress.LargePhase.READING, length);
  }
}
