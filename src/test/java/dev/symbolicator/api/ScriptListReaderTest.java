package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptListReaderTest {
  private static final byte[] BODY =
      "{\"scripts\":[\"%s\"]}".formatted("u".repeat(10_000)).getBytes(StandardCharsets.US_ASCII);

  @Test
  void urlsStayChargedAfterReading() {
    ByteBudget.Lease lease = new ByteBudget(10L * BODY.length).open();
    assertTrue(lease.grow(BODY.length));
    assertEquals(
        List.of(new WantedScript("u".repeat(10_000), null, null)),
        ScriptListReader.read(BODY, 1, lease));
    assertEquals(2L * BODY.length, lease.held());
  }

  private static List<WantedScript> read(String list) {
    byte[] body =
        ("{'scripts':[" + list + "]}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return ScriptListReader.read(body, 3, new ByteBudget(1 << 20).open());
  }

  private static String pointer(String list) {
    Problem problem = assertThrows(ProblemException.class, () -> read(list)).problem();
    assertEquals(422, problem.status());
    return String.valueOf(problem.members().get("pointer"));
  }

  @Test
  void scriptMayNameItsBuild() {
    assertEquals(
        List.of(
            new WantedScript("a", null, null),
            new WantedScript("b", "1.2 é", "85314830-023f-4cf1-a267-535f4e37bb17"),
            new WantedScript("c", null, null)),
        read(
            "'a',{'x':{'url':1},'release':'1.2 é','url':'b',"
                + "'debugId':'85314830023F4CF1A267535F4E37BB17'},{'url':'c'}"));
  }

  @Test
  void problemPointsToTheWrongPartOfAScript() {
    assertEquals("/scripts/1", pointer("'a',[]"));
    assertEquals("/scripts/0", pointer("{'release':'1'}"));
    assertEquals("/scripts/0/url", pointer("{'url':1}"));
    assertEquals("/scripts/0/release", pointer("{'url':'a','release':1}"));
    assertEquals("/scripts/0/release", pointer("{'url':'a','release':''}"));
    assertEquals("/scripts/0/release", pointer("{'url':'a','release':'a\\u0007'}"));
    assertEquals("/scripts/0/debugId", pointer("{'url':'a','debugId':'x'}"));
    assertEquals("/scripts/0/debugId", pointer("{'url':'a','debugId':null}"));
  }

  @Test
  void releaseHasAtMost250Characters() {
    assertEquals(
        "r".repeat(250), read("{'url':'a','release':'" + "r".repeat(250) + "'}").get(0).release());
    assertEquals("/scripts/0/release", pointer("{'url':'a','release':'" + "r".repeat(251) + "'}"));
  }

  @Test
  void listLargerThanTheBudgetIsRefused() {
    ByteBudget budget = new ByteBudget(10L * BODY.length);
    ByteBudget.Lease lease = budget.open();
    try (ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(8L * BODY.length));
      ProblemException refused =
          assertThrows(ProblemException.class, () -> ScriptListReader.read(BODY, 1, lease));
      assertEquals(503, refused.problem().status());
      assertEquals(0, lease.held());
    }
  }

  @Test
  void emptyBodyIsNotJson() {
    ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
    Problem problem =
        assertThrows(ProblemException.class, () -> ScriptListReader.read(new byte[0], 3, lease))
            .problem();
    assertEquals("not-json", problem.name());
    assertEquals(
        "The body is empty. Send {\"scripts\":[\"https://example.com/app.js\"]}.",
        problem.detail());
  }
}
