package dev.symbolicator.maps.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.objects.ObjectStore.ObjectNames;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ObjectNamesTest {
  private static final Path ROOT = Path.of("/store/objects");

  @Provide
  Arbitrary<String> nearlyNames() {
    return Arbitraries.strings().withChars("aZ9-._/~%\\ \n\0\u00e9").ofMaxLength(12);
  }

  @Property
  void nameIsAPathBelowTheRootAndItsOnlySpelling(@ForAll("nearlyNames") String text) {
    if (ObjectNames.isName(text)) {
      Path path = ROOT.resolve(text);
      assertTrue(path.startsWith(ROOT));
      assertEquals(path, path.normalize());
      assertEquals(text, ROOT.relativize(path).toString());
    }
  }

  @Property
  void prefixIsEmptyOrANameOrANameAndASlash(@ForAll("nearlyNames") String text) {
    boolean isFolder =
        text.endsWith("/") && ObjectNames.isName(text.substring(0, text.length() - 1));
    assertEquals(
        text.isEmpty() || isFolder || ObjectNames.isName(text), ObjectNames.isPrefix(text));
    assertEquals(ObjectNames.isName(text), ObjectNames.isPrefix(text + '/'));
  }
}
