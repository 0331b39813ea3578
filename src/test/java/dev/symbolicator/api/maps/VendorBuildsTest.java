package dev.symbolicator.api.maps;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Tenants;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class VendorBuildsTest {
  private static final String BASE = "https://cdn.example.com/vendors/";
  private static final String SCRIPT = BASE + "app.js";
  private static final String ID = "95314830-023f-4cf1-a267-535f4e37bb1";
  private static final TwoBuilds BUILDS = new TwoBuilds(BASE, ID);

  @BeforeEach
  void upload() {
    BUILDS.upload();
  }

  @AfterEach
  void delete() {
    BUILDS.delete();
  }

  private static String answer(String body) {
    return Uploads.as(Tenants.SHOP)
        .body(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate")
        .then()
        .statusCode(200)
        .extract()
        .asString();
  }

  private static String sentry(String members) {
    return "{}\n{'type':'profile_chunk'}\n{%s'profile':{'frames':[{'function':'f','abs_path':'%s','lineno':1,'colno':11}]}}"
        .formatted(members, SCRIPT);
  }

  private static String datadog(String tags, String members) {
    return """
        --B
        Content-Disposition: form-data; name='event'

        {'tags_profiler':'%s'}
        --B
        Content-Disposition: form-data; name='wall-time.json'

        {%s'frames':[{'name':'f','line':1,'column':11,'resourceId':0}],'resources':['%s'],'stacks':[],'samples':[]}
        --B--
        """
        .formatted(tags, members, SCRIPT)
        .replace("\n", "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void releaseVersionOrDebugIdOfAVendorsProfileChoosesTheMap(String build) {
    String images =
        "'debug_meta':{'images':[{'type':'sourcemap','code_file':'%s','debug_id':'%s'}]},"
            .formatted(SCRIPT, ID + build);
    String ids = "'debugIds':[{'resourceId':0,'debugId':'" + ID + build + "'}],";
    for (String body :
        List.of(
            sentry("'release':'" + build + "',"),
            sentry("'release':'none'," + images),
            datadog("service:shop,version:" + build + ",env:x", ""),
            datadog("service:shop", ids))) {
      String answer = answer(body);
      assertTrue(answer.contains("/v" + build + ".ts"), answer);
    }
  }
}
