package dev.symbolicator.api.batch;

/**
 * The fixed limits of batches.
 *
 * @param atOnce how many batches may be under way at once; half of them of one scope
 * @param window how many lines may wait for one line that is in work, with that line
 * @param unreadBytes how many bytes of lines and unread answers a batch may hold before its sender
 *     is held back
 * @param assuredBytes how many of these bytes a batch may hold while other batches have used up the
 *     share of all
 */
public record BatchLimits(int atOnce, int window, int unreadBytes, int assuredBytes) {

  /** The limits of the service; tests use others. */
  public static final BatchLimits DEFAULT = new BatchLimits(16, 256, 8 << 20, 256 << 10);

  /** The part of the byte budget that all batches together may fill with unread answers. */
  static final int SHARE_OF_BUDGET = 4;
}
