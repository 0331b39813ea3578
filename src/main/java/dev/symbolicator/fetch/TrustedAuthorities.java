package dev.symbolicator.fetch;

import io.vertx.core.net.TrustOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts certificate authorities: the JVM's own, and those of a PEM file beside them. Names of
 * hosts are verified as always.
 */
final class TrustedAuthorities {
  private static final String KEY = "symbolicator.fetch.ca-file";

  private TrustedAuthorities() {}

  /**
   * Reads a PEM file of one or more certificates.
   *
   * @throws IllegalArgumentException if the file cannot be read or holds no certificate; the
   *     message names the key
   */
  static TrustOptions withFile(Path file) {
    return TrustOptions.wrap(trust(file));
  }

  static X509TrustManager trust(Path file) {
    try {
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      List<Certificate> certificates = new ArrayList<>(read(file));
      certificates.addAll(List.of(trustManager(null).getAcceptedIssuers()));
      for (Certificate certificate : certificates) {
        all.setCertificateEntry("ca-" + all.size(), certificate);
      }
      return trustManager(all);
    } catch (IOException | GeneralSecurityException e) {
      throw invalid(e);
    }
  }

  private static List<X509Certificate> read(Path file) throws IOException {
    try {
      List<X509Certificate> found = new ArrayList<>();
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))) {
        found.add((X509Certificate) certificate);
      }
      if (found.isEmpty()) {
        throw invalid(null);
      }
      return found;
    } catch (GeneralSecurityException e) {
      throw invalid(e);
    }
  }

  /** Returns a manager that trusts the authorities of a key store, or the JVM's own for null. */
  private static X509TrustManager trustManager(@Nullable KeyStore authorities)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager");
  }

  private static IllegalArgumentException invalid(@Nullable Exception cause) {
    return new IllegalArgumentException(
        KEY + ": the file cannot be read, or holds no certificates in PEM.", cause);
  }
}
