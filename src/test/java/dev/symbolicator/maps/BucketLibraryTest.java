package dev.symbolicator.maps;

import dev.symbolicator.testing.TestS3;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class BucketLibraryTest extends MapLibraryContract {
  @TempDir static Path folder;
  private static TestS3 s3;
  private final String bucket = s3.newBucket();

  @BeforeAll
  static void startServer() {
    s3 = TestS3.start(folder);
    System.setProperty("aws.accessKeyId", TestS3.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", TestS3.SECRET_KEY);
  }

  @AfterAll
  static void stopServer() {
    if (s3 != null) {
      s3.close();
    }
  }

  @Override
  TestLibrary open(Clock clock, String... keysAndValues) {
    List<String> keys = new ArrayList<>(List.of(keysAndValues));
    keys.addAll(
        List.of(
            "symbolicator.maps.bucket.name",
            bucket,
            "symbolicator.maps.bucket.endpoint",
            s3.endpoint()));
    return TestLibrary.open(clock, keys, store -> store);
  }
}
