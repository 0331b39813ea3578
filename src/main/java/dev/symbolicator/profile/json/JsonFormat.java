package dev.symbolicator.profile.json;

/** A profile format that is a JSON object, alone or as the member {@code trace} of another one. */
public interface JsonFormat {
  /** Returns the format's name for options, logs and metrics, such as {@code js-self-profile}. */
  String name();

  /** Begins to read an object at whose opening brace the cursor stands. */
  JsonScan scan(ScanContext context);
}
