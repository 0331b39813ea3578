package dev.symbolicator.profile.trace;

import static dev.symbolicator.profile.trace.Traces.mapped;
import static dev.symbolicator.profile.trace.Traces.quoted;
import static dev.symbolicator.profile.trace.Traces.read;
import static dev.symbolicator.profile.trace.Traces.reading;
import static dev.symbolicator.profile.trace.Traces.trace;
import static dev.symbolicator.profile.trace.Traces.written;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.OutOfMemory;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.testing.Allowances;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceFormatTest {
  private static final String CHUNK =
      "{'args':{'data':{'cpuProfile':{'nodes':[%s],'samples':[%s]},'lines':[%s],'columns':[%s]}},"
          + "'id':'%s','name':'ProfileChunk','ph':'P','pid':%d,'tid':9}";

  private static String node(int id, String url, int line, int column) {
    return "{'callFrame':{'codeType':'JS','columnNumber':%d,'functionName':'m','lineNumber':%d,'scriptId':7,'url':'%s'},'id':%d}"
        .formatted(column, line, url, id);
  }

  private static String chunk(
      String id, int pid, String nodes, String samples, String lines, String columns) {
    return CHUNK.formatted(nodes, samples, lines, columns, id, pid);
  }

  private static String call(String function, String scriptId, String url, int line, int column) {
    return "{'columnNumber':%d,'functionName':'%s','lineNumber':%d,'scriptId':%s,'url':'%s'}"
        .formatted(column, function, line, scriptId, url);
  }

  private static String event(String name, String args) {
    return "{'args':" + args + ",'cat':'devtools.timeline','name':'" + name + "','ph':'X'}";
  }

  /** Asserts that one text becomes another one, and the rest of the trace stays. */
  private static void assertChanged(String body, String... fromTo) {
    String expected = body;
    for (int i = 0; i < fromTo.length; i += 2) {
      String from = quoted(fromTo[i]);
      assertTrue(expected.contains(from), from);
      expected = expected.replace(from, quoted(fromTo[i + 1]));
    }
    assertEquals(expected, mapped(body));
  }

  private static void assertUntouched(String body) {
    assertEquals(body, mapped(body));
  }

  @Test
  void functionOfNodeCountsFromZero() {
    String body = trace(chunk("0x1", 1, node(2, "a.js", 0, 12), "2", "0", "0"));
    ProfileFrame frame = read(body).frames().get(0);
    assertEquals(0, frame.line());
    assertEquals(12, frame.column());
    assertEquals(PositionKind.START, frame.kind());
    assertChanged(
        body,
        "{'codeType':'JS','columnNumber':12,'functionName':'m','lineNumber':0,'scriptId':7,'url':'a.js'}",
        "{'codeType':'JS','columnNumber':1012,'functionName':'f12','lineNumber':100,'scriptId':8,'url':'a.js.ts'}");
  }

  @Test
  void functionCallCountsFromOneAndKeepsTheTypeOfItsScriptId() {
    String body = trace(event("FunctionCall", "{'data':" + call("m", "'7'", "a.js", 1, 13) + "}"));
    assertEquals(PositionKind.CALLED, read(body).frames().get(0).kind());
    assertChanged(body, call("m", "'7'", "a.js", 1, 13), call("f12", "'8'", "a.js.ts", 101, 1013));
  }

  @Test
  void callsOfStacksCountFromOneInEachPlace() {
    String stack = "[" + call("m", "'7'", "a.js", 1, 13) + "]";
    for (String args :
        List.of(
            "{'stackTrace':%s}",
            "{'data':{'x':1,'stackTrace':%s}}", "{'beginData':{'stackTrace':%s}}")) {
      String body = trace(event("AnyEvent", args.formatted(stack)));
      ProfileFrame frame = read(body).frames().get(0);
      assertEquals(List.of(0, 12), List.of(frame.line(), frame.column()));
      assertEquals(PositionKind.EXECUTING, frame.kind());
      assertChanged(body, call("m", "'7'", "a.js", 1, 13), call("m", "'8'", "a.js.ts", 101, 1013));
    }
  }

  @Test
  void stacksAtTwoPlacesOfAnEventAreTwoStacks() {
    String stack = "'stackTrace':[" + call("m", "'7'", "a.js", 1, 13) + "]";
    String two = event("Layout", "{'data':{" + stack + "},'beginData':{" + stack + "}}");
    assertChanged(
        trace(two), call("m", "'7'", "a.js", 1, 13), call("m", "'8'", "a.js.ts", 101, 1013));
    assertUntouched(trace(event("Layout", "{'data':{" + stack + "," + stack + "}}")));
    assertUntouched(trace(event("Layout", "{" + stack + "," + stack + "}")));
  }

  @Test
  void otherPlacesStay() {
    String function = call("m", "'7'", "a.js", 1, 13);
    for (String name : List.of("EvaluateScript", "v8.compile", "Other")) {
      assertUntouched(trace(event(name, "{'data':" + function + "}")));
    }
    assertUntouched(trace(event("ResourceSendRequest", "{'data':{'initiator':" + function + "}}")));
    assertUntouched(
        trace(event("Other", "{'data':{'cpuProfile':{'nodes':[" + node(1, "a.js", 0, 1) + "]}}}")));
    assertUntouched(trace(event("FunctionCall", "{'data':" + call("", "'0'", "", 0, 0) + "}")));
    assertUntouched(
        trace(
            chunk(
                "1",
                1,
                "{'callFrame':{'functionName':'(root)','scriptId':0},'id':1}",
                "1",
                "1",
                "1")));
    assertEquals(
        0, read(trace(event("EvaluateScript", "{'data':" + function + "}"))).frames().size());
  }

  @Test
  void sampleIsMappedWithTheScriptOfANodeOfAnEarlierChunk() {
    String body =
        trace(
            chunk("0x1", 1, node(2, "a.js", 0, 12), "2", "1", "20"),
            chunk("0x1", 1, "", "2,2", "0,1", "0,33"));
    assertChanged(
        body,
        node(2, "a.js", 0, 12),
        node(2, "a.js.ts", 100, 1012).replace("'m'", "'f12'").replace(":7,", ":8,"),
        "'lines':[1],'columns':[20]",
        "'lines':[101],'columns':[1020]",
        "'lines':[0,1],'columns':[0,33]",
        "'lines':[0,101],'columns':[0,1033]");
    ProfileFrame sample = read(body).frames().get(1);
    assertEquals(PositionKind.EXECUTING, sample.kind());
    assertEquals(19, sample.column());
  }

  @Test
  void sampleIsMappedWhenItsPositionsComeBeforeTheProfile() {
    String body =
        quoted(
            "[{'ph':'P','name':'ProfileChunk','pid':1,'id':'0x1','args':{'data':{'columns':[ 5"
                + " ],'lines':[ 2 ],'cpuProfile':{'samples':[2],'nodes':["
                + node(2, "a.js", 0, 12)
                + "]}}}}]");
    String mapped = mapped(body);
    assertTrue(mapped.contains(quoted("'columns':[ 1005 ],'lines':[ 102 ]")), mapped);
  }

  @Test
  void sampleWithoutOriginalPositionHasNone() {
    String body = trace(chunk("0x1", 1, node(2, "a.js", 0, 12), "2,2", "1,3", "20,4"));
    OriginalFrame function = new OriginalFrame("a.ts", 5, 6, "f");
    String unmapped = written(body, frame -> frame.kind() == PositionKind.START ? function : null);
    assertTrue(unmapped.contains(quoted("'lines':[0,0],'columns':[0,0]")), unmapped);
    String elsewhere =
        written(
            body,
            frame ->
                frame.kind() == PositionKind.START
                    ? function
                    : new OriginalFrame(frame.line() == 0 ? "b.ts" : "a.ts", 7, 8, null));
    assertTrue(elsewhere.contains(quoted("'lines':[0,8],'columns':[0,9]")), elsewhere);
  }

  @Test
  void sampleStaysIfItsFunctionStays() {
    String body = trace(chunk("0x1", 1, node(2, "a.js", 0, 12), "2", "1", "20"));
    assertEquals(
        body,
        written(
            body,
            frame ->
                frame.kind() == PositionKind.START ? null : new OriginalFrame("a.ts", 7, 8, null)));
  }

  @Test
  void sampleOfAnUnknownNodeStays() {
    assertUntouched(trace(chunk("0x1", 1, "", "2,99", "1,1", "20,20")));
    assertUntouched(trace(chunk("0x1", 1, "", "99999999999", "1", "20")));
  }

  @Test
  void lineWithoutColumnIsRemovedFromAMappedFunction() {
    String body =
        trace(chunk("0x1", 1, node(2, "a.js", 0, 12), "2", "4", "").replace(",'columns':[]", ""));
    assertTrue(mapped(body).contains("\"lines\":[0]"));
    assertFalse(mapped(body).contains("columns\":"));
  }

  @Test
  void equalNodesOfOtherProfilesAreOtherNodes() {
    String body =
        trace(
            chunk("0x1", 1, node(2, "a.js", 0, 1), "", "", ""),
            chunk("0x1", 2, node(2, "b.js", 0, 2), "", "", ""),
            chunk("0x2", 1, node(2, "c.js", 0, 3), "", "", ""),
            chunk("0x1", 1, "", "2", "1", "10"),
            chunk("0x1", 2, "", "2", "1", "10"),
            chunk("0x2", 1, "", "2", "1", "10"),
            chunk("0x2", 2, "", "2", "1", "10"));
    Profile profile = read(body);
    assertEquals(List.of("a.js", "b.js", "c.js"), profile.scripts());
    assertEquals(
        List.of(0, 1, 2),
        profile.frames().stream()
            .filter(frame -> frame.kind() == PositionKind.EXECUTING)
            .map(ProfileFrame::script)
            .toList());
    assertTrue(mapped(body).endsWith(body.substring(body.length() - 90)));
  }

  @Test
  void scriptIdsAreAboveTheLargestOfTheTraceForEachSource() {
    String body =
        trace(
            event("EvaluateScript", "{'data':{'scriptId':41,'url':'x.js'}}"),
            event(
                "T",
                "{'data':{'stackTrace':["
                    + call("a", "'7'", "a.js", 1, 1)
                    + ","
                    + call("b", "7", "a.js", 1, 2)
                    + ","
                    + call("c", "'7'", "a.js", 1, 3)
                    + "]}}"));
    String written =
        written(body, frame -> new OriginalFrame("s" + frame.column() % 2, 0, 0, null));
    assertTrue(
        written.contains("\"functionName\":\"a\",\"lineNumber\":1,\"scriptId\":\"42\""), written);
    assertTrue(
        written.contains("\"functionName\":\"b\",\"lineNumber\":1,\"scriptId\":43"), written);
    assertTrue(
        written.contains("\"functionName\":\"c\",\"lineNumber\":1,\"scriptId\":\"42\""), written);
  }

  @Test
  void eachDistinctPositionIsOneFrame() {
    String events = event("FunctionCall", "{'data':" + call("m", "'7'", "a.js", 1, 13) + "}");
    assertEquals(1, read(trace(events, events, events)).frames().size());
    assertEquals(
        2,
        read(trace(events, event("T", "{'stackTrace':[" + call("m", "'7'", "a.js", 1, 13) + "]}")))
            .frames()
            .size());
  }

  @Test
  void wrongValueLeavesTheWholeEvent() {
    String good = call("m", "'7'", "a.js", 1, 13);
    for (String wrong :
        List.of(
            good.replace("'a.js'", "[]"),
            good.replace("'m'", "{}"),
            good.replace("'7'", "false"),
            good.replace("'url'", "'url':'b.js','url'"),
            "7")) {
      assertUntouched(trace(event("T", "{'stackTrace':[" + good + "," + wrong + "]}")));
      String node = "{'id':1,'callFrame':" + good + "},{'id':2,'callFrame':" + wrong + "}";
      if (!wrong.equals("7")) {
        assertUntouched(trace(chunk("1", 1, node, "1", "1", "1")));
        assertUntouched(trace(event("FunctionCall", "{'data':" + wrong + "}")));
      }
    }
    assertUntouched(trace(chunk("1", 1, node(1, "a.js", 0, 1), "1", "1,null", "1")));
    assertUntouched(trace(chunk("1", 1, node(1, "a.js", 0, 1) + ",7", "1", "1", "1")));
    assertUntouched(trace(chunk("1", 1, node(1, "a.js", 0, 1), "1", "1", "'x'")));
    assertUntouched(trace(chunk("1", 1, node(1, "a.js", 0, 1), "1.5", "1", "1")));
    assertUntouched(trace("7", "null", "[]", "'x'"));
  }

  @Test
  void otherValueThanAnIntegerCostsOneCallItsPosition() {
    String good = call("m", "'7'", "a.js", 1, 13);
    for (String value : List.of("1.5", "true", "'13'", "[13]", "{}")) {
      String odd = good.replace("13", value);
      Profile stack = read(trace(event("T", "{'stackTrace':[" + good + "," + odd + "]}")));
      assertEquals(1, stack.frames().stream().filter(ProfileFrame::hasPosition).count());
      String nodes = "{'id':1,'callFrame':" + good + "},{'id':2,'callFrame':" + odd + "}";
      Profile chunk = read(trace(chunk("1", 1, nodes, "1", "1", "1")));
      assertEquals(
          1,
          chunk.frames().stream()
              .filter(frame -> frame.hasPosition() && frame.kind() == PositionKind.START)
              .count());
    }
  }

  @Test
  void arrayMayEndWithoutBracketOrWithAComma() {
    String event = event("FunctionCall", "{'data':" + call("m", "'7'", "a.js", 1, 13) + "}");
    String start = quoted("[" + event + ",\n" + event);
    for (String end : List.of("", "\n", ",", " ,\r\n", ",\n]", ", ] ", "]")) {
      assertEquals(cut(mapped(start + "]"), "]") + end, mapped(start + end));
      assertTrue(mapped(start + end).contains("a.js.ts"));
    }
    for (String end : List.of(",,", ",,]", ",{", ",{\"ph\":\"X\"", "]]", "} ]", ",x")) {
      assertInstanceOf(NotJson.class, reading(start + end), end);
    }
  }

  private static String cut(String text, String end) {
    return text.substring(0, text.length() - end.length());
  }

  @Test
  void bytesOfOtherEncodingsPassThroughInEvents() {
    String event = event("FunctionCall", "{'data':" + call("m", "'7'", "a.js", 1, 13) + "}");
    String odd =
        quoted(
            "{'name':'require(f\u00E4rbe.js)','ph':'b','cat':'\u00E4','args':{'\u00E4':'\u00FF'}}");
    String body = quoted("{'traceEvents':[" + event + ",") + odd + "]}";
    Profile profile = latin1(body);
    String mapped =
        new String(
            Traces.bytes(profile, frame -> Traces.original(frame, profile), null), ISO_8859_1);
    assertTrue(mapped.contains("a.js.ts"), mapped);
    assertTrue(mapped.endsWith(odd + "]}"), mapped);
    String outside = quoted("{'traceEvents':[" + event + "],'metadata':'\u00E4'}");
    NotJson refused =
        assertInstanceOf(
            NotJson.class,
            Traces.reading(
                outside.getBytes(ISO_8859_1), ProfileLimits.DEFAULT, Allowances.plenty()));
    assertEquals(outside.indexOf('\u00E4'), refused.byteOffset());
  }

  private static Profile latin1(String body) {
    return assertInstanceOf(
            ReadProfile.class,
            Traces.reading(body.getBytes(ISO_8859_1), ProfileLimits.DEFAULT, Allowances.plenty()))
        .profile();
  }

  @Test
  void functionWithoutPositionStays() {
    assertUntouched(
        trace(event("FunctionCall", "{'data':" + call("m", "'7'", "a.js", 0, 0) + "}")));
    assertUntouched(
        trace(event("FunctionCall", "{'data':{'url':'a.js','lineNumber':null,'columnNumber':3}}")));
  }

  @Test
  void reportIsAMemberOfTheObject() {
    Profile profile = read("{\"traceEvents\":[] , \"metadata\":{} }");
    assertEquals(
        "{\"traceEvents\":[] , \"metadata\":{},\"symbolication\":{\"a\":1} }",
        new String(Traces.bytes(profile, frame -> null, "{\"a\":1}"), UTF_8));
    String reported = "{\"symbolication\":{\"old\":1},\"traceEvents\":[]}";
    assertEquals(
        "{\"symbolication\":{\"a\":1},\"traceEvents\":[]}",
        new String(Traces.bytes(read(reported), frame -> null, "{\"a\":1}"), UTF_8));
    assertEquals(reported, new String(Traces.bytes(read(reported), frame -> null, null), UTF_8));
    assertEquals("[]", new String(Traces.bytes(read("[]"), frame -> null, "{\"a\":1}"), UTF_8));
  }

  @Test
  void tracesAreRecognisedByTheirFirstBytes() {
    for (String head :
        List.of(
            "{'traceEvents':[",
            "\ufeff\n { 'traceEvents' : [ {",
            "{'metadata': {'source': 'DevTools',",
            "{'metadata':{'x':1},'traceEvents':[]}",
            "{'displayTimeUnit':'ns','traceEvents':[",
            "[{'args':{'name':'x'},'cat':'__metadata','name':'n','ph':'M','pid':1,",
            "[\n{'pid':1,'tid':1,'ts':0,'ph':'X'")) {
      assertTrue(new TraceFormat().recognises(quoted(head).getBytes(UTF_8)), head);
    }
    for (String head :
        List.of(
            "{'metadata':{'release':'1'},'trace':{'frames':[]}}",
            "{'nodes':[{'id':1}],'note':'traceEvents'}",
            "{'x':{'traceEvents':[]}}",
            "[{'ph':1}]",
            "[{'title':'ph'},{'ph':'pid'}]",
            "[]",
            "{}",
            "",
            "{'snapshot':{'meta':{")) {
      assertFalse(new TraceFormat().recognises(quoted(head).getBytes(UTF_8)), head);
    }
  }

  @Test
  void brokenJsonIsToldWithItsPlace() {
    String body = "{\"traceEvents\":[],\"a\":}";
    assertEquals(body.length() - 1, assertInstanceOf(NotJson.class, reading(body)).byteOffset());
    assertEquals(
        "/traceEvents", assertInstanceOf(Invalid.class, reading("{\"traceEvents\":{}}")).pointer());
    assertInstanceOf(Invalid.class, reading("{\"traceEvents\":[],\"traceEvents\":[]}"));
    assertInstanceOf(Invalid.class, reading("{\"metadata\":{}}"));
    assertInstanceOf(Invalid.class, reading("7"));
    assertInstanceOf(NotJson.class, reading("[] x"));
  }

  @Test
  void framesAndScriptsAreLimited() {
    ProfileLimits limits = new ProfileLimits(20, 2, 1, 1000, 250, 1000);
    String two = call("a", "1", "a.js", 1, 1) + "," + call("a", "1", "a.js", 1, 2);
    String three = two + "," + call("a", "1", "a.js", 1, 3);
    String other = two.replaceFirst("a.js", "b.js");
    assertEquals(2, read(trace(event("T", "{'stackTrace':[" + two + "]}"))).frames().size());
    assertEquals(
        "max-frames",
        assertInstanceOf(
                LimitExceeded.class,
                Traces.reading(
                    trace(event("T", "{'stackTrace':[" + three + "]}")).getBytes(UTF_8),
                    limits,
                    Allowances.plenty()))
            .limitName());
    assertEquals(
        "max-resources",
        assertInstanceOf(
                LimitExceeded.class,
                Traces.reading(
                    trace(event("T", "{'stackTrace':[" + other + "]}")).getBytes(UTF_8),
                    limits,
                    Allowances.plenty()))
            .limitName());
  }

  private static void assertTakesMemory(String body, long bytes) {
    assertInstanceOf(
        OutOfMemory.class,
        Traces.reading(body.getBytes(UTF_8), ProfileLimits.DEFAULT, Allowances.of(bytes)));
  }

  @Test
  void memoryIsTakenForFramesSamplesNodesAndScripts() {
    StringBuilder frames = new StringBuilder();
    StringBuilder nodes = new StringBuilder();
    StringBuilder scripts = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      String comma = i == 0 ? "" : ",";
      frames
          .append(comma)
          .append(event("T", "{'stackTrace':[" + call("", "1", "a.js", 1, i + 1) + "]}"));
      nodes.append(comma).append(chunk("1", 1, node(i, "a.js", 1, 1), "", "", ""));
      scripts
          .append(comma)
          .append(
              event("ScriptCatchup", "{'data':{'isolate':'1','scriptId':" + i + ",'url':'a.js'}}"));
    }
    assertTakesMemory(trace(frames.toString()), 4 << 20);
    assertTakesMemory(trace(nodes.toString()), 1 << 19);
    assertTakesMemory(trace(scripts.toString()), 4 << 20);
    assertTakesMemory(trace(chunk("1", 1, "", "1,".repeat(50_000) + "1", "", "")), 4 << 20);
    assertTakesMemory(
        trace(
            event(
                "T", "{'stackTrace':[" + (call("", "1", "", 1, 1) + ",").repeat(20_000) + "{}]}")),
        4 << 20);
  }

  @Test
  void memoryDoesNotGrowWithTheNumberOfEvents() {
    String event = event("T", "{'data':{'stackTrace':[" + call("", "1", "a.js", 1, 1) + "]}}");
    String body = trace((event + ",").repeat(50_000) + event);
    Allowance memory = Allowances.plenty();
    Traces.reading(body.getBytes(UTF_8), ProfileLimits.DEFAULT, memory);
    assertTrue(memory.held() < 1 << 18);
  }

  @Test
  void eventWithATextThatIsTooLongStays() {
    String url = "u".repeat(EventReader.MAX_TEXT);
    String most = event("FunctionCall", "{'data':" + call("m", "7", url, 1, 13) + "}");
    assertChanged(
        trace(most), call("m", "7", url, 1, 13), call("f12", "8", url + ".ts", 101, 1013));
    assertUntouched(trace(most.replace(url, url + "u")));
    assertUntouched(trace(most.replace("'m'", "'" + url + "m'")));
    String stack = "{'stackTrace':[" + call("m", "7", url, 1, 13) + "]}";
    assertUntouched(trace(event("T", stack.replace(url, url + "u"))));
  }
}
