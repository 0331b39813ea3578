package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileLimits;

/**
 * What a scan reads from, and within which limits.
 *
 * @param json stands at the opening brace of the object to read
 * @param pointer the object's JSON pointer (RFC 6901)
 */
public record ScanContext(
    JsonText text, JsonReader json, String pointer, ProfileLimits limits, MemoryMeter memory) {

  ScanContext at(String newPointer) {
    return new ScanContext(text, json, newPointer, limits, memory);
  }
}
