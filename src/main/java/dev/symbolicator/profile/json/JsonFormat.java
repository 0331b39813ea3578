package dev.symbolicator.profile.json;

import java.util.List;

/** A profile format that is a JSON object, alone or as the member {@code trace} of another one. */
public interface JsonFormat {
  /**
   * Returns the names that profiles of this format have, such as {@code js-self-profile}. A format
   * that is recognised only to be refused has none.
   */
  List<String> names();

  /** Begins to read an object at whose opening brace the cursor stands. */
  JsonScan scan(ScanContext context);
}
