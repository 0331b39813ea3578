package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestS3;
import java.util.ArrayList;
import java.util.List;

final class TestBucket {
  private TestBucket() {}

  static ObjectStore open(TestS3 s3, String bucket) {
    return open(s3.endpoint(), bucket);
  }

  static ObjectStore open(String endpoint, String bucket, String... keysAndValues) {
    System.setProperty("aws.accessKeyId", TestS3.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", TestS3.SECRET_KEY);
    List<String> all =
        new ArrayList<>(
            List.of(
                "symbolicator.maps.bucket.name", bucket,
                "symbolicator.maps.bucket.endpoint", endpoint));
    all.addAll(List.of(keysAndValues));
    Settings settings = Settings.of(all.toArray(String[]::new));
    return new MapStore(settings.read(MapStoreConfig.class), settings.limits(ObjectLimits.DEFAULT))
        .objects();
  }
}
