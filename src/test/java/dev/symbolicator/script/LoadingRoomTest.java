package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Settings;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LoadingRoomTest {
  private static final int KIBIBYTE = 1024;

  private final LoadingRoom room =
      new LoadingRoom(
          Settings.of("symbolicator.cache.max-loading-size", "120K").read(ScriptConfig.class));

  private static ScriptKey key(String host, int length) {
    String url = "https://" + host + "/" + "a".repeat(length) + ".js";
    return ScriptKey.of(Objects.requireNonNull(WebUrl.parse(url)));
  }

  /** Takes places for loads of 4 KB until there are none. */
  private List<LoadingRoom.Place> fill(String host) {
    List<LoadingRoom.Place> places = new ArrayList<>();
    ScriptKey key = key(host, 1);
    LoadingRoom.Place place = enter4K(key);
    while (place != null) {
      places.add(place);
      place = enter4K(key);
    }
    return places;
  }

  private LoadingRoom.Place enter4K(ScriptKey key) {
    return room.enter(key, 4 * KIBIBYTE - LoadingRoom.memoryOf(key));
  }

  @Test
  void aLoadTakesMoreThanItsUrl() {
    ScriptKey key = key("a.example", 8000);
    LoadingRoom.Place place = Objects.requireNonNull(room.enter(key, 0));
    assertTrue(room.used() > 2L * key.name().length(), "used: " + room.used());
    place.close();
    place.close();
    assertEquals(0, room.used());
  }

  @Test
  void anOriginTakesNoMoreThanAllLeaveFree() {
    assertEquals(15, fill("a.example").size());
    assertEquals(7, fill("b.example").size());
    assertEquals(4, fill("c.example").size());
  }

  @Test
  void whatIsGivenBackIsFreeAgain() {
    List<LoadingRoom.Place> places = fill("a.example");
    assertNull(enter4K(key("a.example", 1)));
    places.get(0).close();
    assertNotNull(enter4K(key("a.example", 1)));
  }

  /** Who waits for a load that has ended is told at once what came of it. */
  @Test
  void whoWaitsTakesRoomUntilTheLoadEnds() {
    LoadingRoom.Place place = Objects.requireNonNull(room.enter(key("a.example", 1), 0));
    assertTrue(place.grow(50 * KIBIBYTE));
    assertFalse(place.grow(50 * KIBIBYTE));
    place.close();
    assertTrue(place.grow(500 * KIBIBYTE));
    assertEquals(0, room.used());
  }
}
