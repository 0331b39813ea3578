package dev.symbolicator.javascript;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsxTest {

  @Test
  void attributesAndChildrenHoldExpressions() {
    MarkedText.assertStarts(
        Dialect.JSX,
        "x = <a.b c={«() => 1} d='(e) => f' {...g(«h => h)}>it's a => b {«i => <j/>} </a.b>; k / 2");
  }

  @Test
  void fragmentsAndElementsNest() {
    MarkedText.assertStarts(
        Dialect.JSX, "«() => <><a>{b.map(«c => <d key={c}>{'}'}</d>)}</a> / {e} /</>; «f => f");
  }

  @Test
  void attributesNameTheirFunctions() {
    String text = "<a onClick={() => 1} data-b={function () {}}>{() => 2}</a>";
    List<String> names = List.of("onClick", "data-b", "");
    assertEquals(names, MarkedText.names(Dialect.JSX, NameStyle.QUALIFIED, text));
    assertEquals(names, MarkedText.names(Dialect.JSX, NameStyle.V8, text));
  }

  @Test
  void typeParametersAreNoTagsInTsx() {
    MarkedText.assertStarts(
        Dialect.TSX,
        "a = <T,>«(x: T) => x; b = <T extends U>«(x: T) => <T x={«() => 1}/>; c = <D<E> f={«g => h}/>");
  }

  @Test
  void angleBracketIsAComparisonInJavaScript() {
    MarkedText.assertStarts("a = b <c> (d, «e => f)");
  }
}
