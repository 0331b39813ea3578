package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.function.Executable;

/** Calls every method of a store of which a test spoils the ground. */
final class StoreCalls {
  private StoreCalls() {}

  static Map<String, Executable> writing(ObjectStore store, SpooledBytes file) {
    return new TreeMap<>(
        Map.of(
            "put file", () -> store.put("team/new", file),
            "put bytes", () -> store.put("team/new", new byte[1]),
            "put again", () -> store.put("team/name", file),
            "put empty", () -> store.putEmpty(List.of("team/empty-1", "team/empty-2"))));
  }

  static Map<String, Executable> reading(ObjectStore store) {
    return new TreeMap<>(
        Map.of(
            "open", () -> read(store),
            "open absent", () -> store.open("team/absent"),
            "info", () -> store.info("team/name"),
            "info of absent", () -> store.info("team/absent"),
            "list", () -> store.list("team/", "", 1)));
  }

  static Map<String, Executable> all(ObjectStore store, SpooledBytes file) {
    Map<String, Executable> calls = new TreeMap<>(writing(store, file));
    calls.putAll(reading(store));
    calls.put("remove", () -> store.delete("team/name"));
    return calls;
  }

  private static void read(ObjectStore store) throws Exception {
    try (InputStream in = store.open("team/name")) {
      assertTrue(in.readAllBytes().length > 0);
    }
  }

  /** Checks that calls say why the store is not available. */
  static void assertUnavailable(
      Map<String, Executable> calls, String expected, List<String> secrets) {
    calls.forEach(
        (name, call) -> {
          StoreUnavailableException failed =
              assertThrows(StoreUnavailableException.class, call, name);
          String message = failed.getMessage();
          assertTrue(message.contains(expected), name + ": " + message);
          secrets.forEach(secret -> assertFalse(message.contains(secret), name + ": " + message));
        });
  }

  static void assertWorking(Map<String, Executable> calls) {
    calls.forEach((name, call) -> assertDoesNotThrow(call, name));
  }
}
