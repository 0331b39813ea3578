package dev.symbolicator.identity;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FunctionKeysTest {

  private static FunctionKeys keys(String source, String text) {
    NormalPath path = NormalPath.of(source, new MapContext("", "", List.of()));
    Outline outline = Outline.of(text, Dialect.TSX, plenty());
    return FunctionKeys.of(path, "", text, text, outline, plenty());
  }

  private static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  @Test
  void idsAreThoseOfTheDefinition() {
    FunctionKeys keys =
        keys(
            "webpack://shop/./src/Cart.tsx",
            "function Cart(){ useEffect(() => { load(); }); useEffect(() => { save(); }) }");
    assertEquals(
        List.of("bb6e618c300ecea9", "4b5a4cb3498628c6", "829538f827387024"),
        IntStream.range(0, 3).mapToObj(row -> hex(keys.id(row))).toList());
    assertEquals(Stability.NAME, keys.stability());
    assertEquals("useEffect[0] in Cart", keys.role(1));
  }
}
