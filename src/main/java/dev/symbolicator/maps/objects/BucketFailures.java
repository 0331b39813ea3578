package dev.symbolicator.maps.objects;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Says why a bucket cannot be used and what to do, without addresses and secrets. */
final class BucketFailures {
  private static final int LONGEST_CODE = 64;

  private BucketFailures() {}

  static StoreUnavailableException of(Exception failed) {
    return new StoreUnavailableException("The bucket of source maps " + reason(failed), failed);
  }

  private static String reason(Exception failed) {
    if (failed instanceof AwsServiceException answer) {
      int status = answer.statusCode();
      return "answered " + status + code(answer) + ". " + advice(status);
    }
    if (isAbout(failed, "load region")) {
      return "cannot be used without a region. Set symbolicator.maps.bucket.region.";
    }
    if (isAbout(failed, "load credentials")) {
      return "cannot be used without credentials. Set them where Amazon's SDK looks for them.";
    }
    return "does not answer ("
        + kind(failed)
        + "). Check the endpoint, the region and the network.";
  }

  /** Returns the server's name of the error, which is not trusted. */
  private static String code(AwsServiceException answer) {
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    if (code == null) {
      return "";
    }
    String letters = code.replaceAll("[^A-Za-z0-9]", "");
    return ' ' + letters.substring(0, Math.min(letters.length(), LONGEST_CODE));
  }

  private static String advice(int status) {
    return switch (status) {
      case 301, 307, 400 -> "Check symbolicator.maps.bucket.region and .endpoint.";
      case 401, 403 ->
          "Check the credentials, the clock, and the rights to get, put, delete and list objects.";
      case 404 -> "Check symbolicator.maps.bucket.name: there is no such bucket.";
      case 507 -> "The bucket is full: delete source maps of old releases.";
      default -> "The fault is the server's.";
    };
  }

  private static boolean isAbout(Exception failed, String word) {
    String message = failed.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains(word);
  }

  private static String kind(Exception failed) {
    @Nullable Throwable deepest = failed;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
    }
    return deepest.getClass().getSimpleName();
  }
}
