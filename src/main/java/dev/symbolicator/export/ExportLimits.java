package dev.symbolicator.export;

/**
 * Limits what is exported.
 *
 * @param maxExportSize bytes of an export, before compression. Formats that spell out each stack
 *     grow with its depth: 774 KB of deep stacks would become 156 MB in speedscope's format.
 */
public record ExportLimits(long maxExportSize) {
  /** The limits of the service. */
  public static final ExportLimits DEFAULT = new ExportLimits(64 << 20);

  public static final String MAX_EXPORT_SIZE = "max-export-size";
}
