package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public final class TestCertificate {
  private static final String PASSWORD = "only-for-tests";

  private static final String ALONE = "test";
  private static final String LEAF = "leaf";

  private final Path keys;
  private final Path certificate;
  private final String alias;

  private TestCertificate(Path keys, Path certificate, String alias) {
    this.keys = keys;
    this.certificate = certificate;
    this.alias = alias;
  }

  /** Creates a certificate for {@code host}, with its files in {@code directory}. */
  public static TestCertificate create(Path directory, String host) {
    Path keys = directory.resolve(host + ".p12");
    Path certificate = directory.resolve(host + ".pem");
    List<String> store =
        List.of("-alias", ALONE, "-keystore", keys.toString(), "-storepass", PASSWORD);
    keytool(
        "-genkeypair", store,
        "-keyalg", "EC",
        "-groupname", "secp256r1",
        "-storetype", "PKCS12",
        "-dname", "CN=" + host,
        "-ext", "san=dns:" + host,
        "-validity", "30");
    keytool("-exportcert", store, "-rfc", "-file", certificate.toString());
    return new TestCertificate(keys, certificate, ALONE);
  }

  /**
   * Creates an expired certificate, whose {@link #file} is its authority's certificate: the expiry
   * of a certificate that is itself trusted is not checked.
   */
  public static TestCertificate expired(Path directory, String host) {
    TestCertificate authority = create(directory, "authority-of-" + host);
    keytool(
        "-genkeypair",
        List.of("-alias", LEAF, "-keystore", authority.keys.toString(), "-storepass", PASSWORD),
        "-signer",
        ALONE,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=" + host,
        "-ext",
        "san=dns:" + host,
        "-startdate",
        "-60d",
        "-validity",
        "30");
    return new TestCertificate(authority.keys, authority.certificate, LEAF);
  }

  public static TestCertificate in(Path directory, String host) {
    return new TestCertificate(
        directory.resolve(host + ".p12"), directory.resolve(host + ".pem"), ALONE);
  }

  private static void keytool(String action, List<String> store, String... more) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.add(action);
    command.addAll(store);
    command.addAll(List.of(more));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public KeyCertOptions keyCertOptions() {
    return new PfxOptions().setPath(keys.toString()).setPassword(PASSWORD).setAlias(alias);
  }

  public Path file() {
    return certificate;
  }

  public TrustOptions trustOptions() {
    return new PemTrustOptions().addCertPath(certificate.toString());
  }
}
