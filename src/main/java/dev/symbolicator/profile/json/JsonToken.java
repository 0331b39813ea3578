package dev.symbolicator.profile.json;

/** A token of a JSON text (RFC 8259), as {@link JsonCursor} steps through them. */
public enum JsonToken {
  START_OBJECT("an object"),
  END_OBJECT("an object"),
  START_ARRAY("an array"),
  END_ARRAY("an array"),
  /** The name of a member, with the colon behind. */
  FIELD_NAME("a name"),
  VALUE_STRING("a string"),
  VALUE_NUMBER("a number"),
  VALUE_TRUE("a boolean"),
  VALUE_FALSE("a boolean"),
  VALUE_NULL("null");

  private final String kind;

  JsonToken(String kind) {
    this.kind = kind;
  }

  /** Returns the kind of the token's value with its article, for a sentence about the value. */
  String kind() {
    return kind;
  }
}
