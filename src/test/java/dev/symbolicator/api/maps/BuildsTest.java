package dev.symbolicator.api.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class BuildsTest {
  private static final String BASE = "https://cdn.example.com/builds/";
  private static final String SCRIPT = BASE + "app.js";
  private static final String ID = "85314830-023f-4cf1-a267-535f4e37bb1";
  private static final TwoBuilds BUILDS = new TwoBuilds(BASE, ID);

  @BeforeEach
  void upload() {
    BUILDS.upload();
  }

  @AfterEach
  void delete() {
    BUILDS.delete();
  }

  private static List<String> files(String token, String members, String query) {
    String profile =
        """
        {"resources":["%1$s","%1$s"],"stacks":[],"samples":[],%2$s"frames":[\
        {"name":"f","line":1,"column":11,"resourceId":0},\
        {"name":"f","line":1,"column":11,"resourceId":1}]}"""
            .formatted(SCRIPT, members.replace('\'', '"'));
    JsonPath answer =
        Uploads.as(token)
            .body(profile.getBytes(StandardCharsets.UTF_8))
            .post("/symbolicate" + query)
            .then()
            .statusCode(200)
            .extract()
            .jsonPath();
    List<String> resources = answer.getList("resources");
    List<Integer> ids = answer.getList("frames.resourceId");
    return ids.stream()
        .map(resources::get)
        .map(url -> url.substring(url.lastIndexOf('/') + 1))
        .toList();
  }

  @Test
  void releasesOfOneUrlInOneProfileAreToldApart() {
    String releases = "'releases':[{'resourceId':0,'release':'2'},{'resourceId':1,'release':'1'}],";
    assertEquals(List.of("v2.ts", "v1.ts"), files(Tenants.SHOP, releases, ""));
    assertEquals(List.of("v2.ts", "v1.ts"), files(Tenants.SHOP_READER, releases, "?release=1"));
  }

  @Test
  void debugIdsOfOneUrlInOneProfileAreToldApart() {
    String ids =
        "'debugIds':[{'resourceId':0,'debugId':'%s2'},{'resourceId':1,'debugId':'%s'}],"
            .formatted(ID, (ID + "1").replace("-", "").toUpperCase(Locale.ROOT));
    assertEquals(List.of("v2.ts", "v1.ts"), files(Tenants.SHOP, ids, ""));
  }

  @Test
  void debugIdCountsBeforeRelease() {
    String ids = "'release':'1','debugIds':{'" + SCRIPT + "':'" + ID + "2'},";
    assertEquals(List.of("v2.ts", "v2.ts"), files(Tenants.SHOP, ids, "?release=1"));
  }

  @Test
  void releaseOfTheBodyCountsBeforeThatOfTheQuery() {
    assertEquals(List.of("v1.ts", "v1.ts"), files(Tenants.SHOP, "", "?release=1"));
    assertEquals(List.of("v2.ts", "v2.ts"), files(Tenants.SHOP, "'release':'2',", "?release=1"));
    assertEquals(
        List.of("v2.ts", "v1.ts"),
        files(
            Tenants.SHOP,
            "'release':'1','releases':[{'resourceId':0,'release':'2'}],",
            "?release=3"));
  }

  @Test
  void unknownReleaseHasNoMap() {
    assertEquals(List.of("app.js", "app.js"), files(Tenants.SHOP, "", "?release=3"));
    assertEquals(
        List.of("app.js", "v1.ts"),
        files(
            Tenants.SHOP,
            "'releases':[{'resourceId':0,'release':'3'},{'resourceId':1,'release':'1'}],",
            ""));
  }

  @Test
  void otherScopeFindsNothing() {
    for (String members :
        List.of("", "'release':'1',", "'debugIds':{'" + SCRIPT + "':'" + ID + "1'},")) {
      assertEquals(List.of("app.js", "app.js"), files(Tenants.NEWS, members, ""));
    }
  }

  @Test
  void listOfAWarmUpNamesBuilds() {
    String body =
        ("{'scripts':[{'url':'%1$s','release':'1'},{'debugId':'%2$s2','url':'%1$s','x':[]},"
                + "{'url':'%1$s','release':'3'}]}")
            .formatted(SCRIPT, ID)
            .replace('\'', '"');
    assertEquals(
        List.of("found", "found", "release-missing"),
        Uploads.as(Tenants.SHOP_READER)
            .body(body.getBytes(StandardCharsets.UTF_8))
            .post("/scripts/warm")
            .then()
            .statusCode(200)
            .extract()
            .path("scripts.status"));
  }
}
