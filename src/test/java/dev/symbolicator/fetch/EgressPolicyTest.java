package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass;
import io.fabric8.kubernetes.api.model.networking.v1.IPBlock;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the manifests open exactly the addresses that the service itself calls public. */
class EgressPolicyTest {
  private static final List<String> NEVER =
      List.of(
          "169.254.169.254",
          "100.100.100.200",
          "168.63.129.16",
          "192.0.0.192",
          "10.0.0.1",
          "127.0.0.1",
          "fd00:ec2::254",
          "fd20:ce::254",
          "fe80::1",
          "::1");

  private final List<IPBlock> blocks = blocks();

  private static List<IPBlock> blocks() {
    try {
      NetworkPolicy policy =
          new KubernetesSerialization()
              .unmarshal(Files.readString(Path.of("k8s/base/network-policy.yaml")));
      return policy.getSpec().getEgress().stream()
          .flatMap(rule -> rule.getTo().stream())
          .map(peer -> peer.getIpBlock())
          .filter(Objects::nonNull)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isAllowed(byte[] address) {
    return blocks.stream()
        .anyMatch(
            block ->
                contains(block.getCidr(), address)
                    && block.getExcept().stream().noneMatch(except -> contains(except, address)));
  }

  private static boolean contains(String cidr, byte[] address) {
    byte[] prefix = bytes(cidr.substring(0, cidr.indexOf('/')));
    int shift = 8 * prefix.length - Integer.parseInt(cidr.substring(cidr.indexOf('/') + 1));
    return prefix.length == address.length
        && new BigInteger(1, prefix)
            .shiftRight(shift)
            .equals(new BigInteger(1, address).shiftRight(shift));
  }

  private static byte[] bytes(String literal) {
    try {
      return InetAddress.getByName(literal).getAddress();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the first and the last address of a block, and their neighbours outside. */
  private static List<byte[]> borders(String cidr) {
    byte[] prefix = bytes(cidr.substring(0, cidr.indexOf('/')));
    int hostBits = 8 * prefix.length - Integer.parseInt(cidr.substring(cidr.indexOf('/') + 1));
    BigInteger first = new BigInteger(1, prefix);
    BigInteger behind = first.add(BigInteger.ONE.shiftLeft(hostBits));
    BigInteger all = BigInteger.ONE.shiftLeft(8 * prefix.length);
    List<byte[]> borders = new ArrayList<>();
    for (BigInteger number :
        List.of(first.subtract(BigInteger.ONE), first, behind.subtract(BigInteger.ONE), behind)) {
      if (number.signum() >= 0 && number.compareTo(all) < 0) {
        byte[] unsigned = number.toByteArray();
        byte[] address = new byte[prefix.length];
        int length = Math.min(unsigned.length, address.length);
        System.arraycopy(
            unsigned, unsigned.length - length, address, address.length - length, length);
        borders.add(address);
      }
    }
    return borders;
  }

  @Test
  void policyAndServiceAgreeAtTheBordersOfEveryBlock() throws IOException {
    List<byte[]> addresses =
        Stream.concat(
                blocks.stream()
                    .flatMap(
                        block ->
                            Stream.concat(Stream.of(block.getCidr()), block.getExcept().stream())),
                SpecialPurposeAddresses.blocks().stream())
            .flatMap(cidr -> borders(cidr).stream())
            .toList();
    assertTrue(addresses.size() > 100);
    for (byte[] address : addresses) {
      // An IPv6 address that carries an IPv4 one is reached through a gateway, at the IPv4 address.
      boolean carriesIpv4 = address.length == 16 && address[0] == 0 && address[1] != 0;
      if (!carriesIpv4) {
        assertEquals(
            SpecialPurposeAddresses.classify(address) == AddressClass.PUBLIC,
            isAllowed(address),
            () -> name(address));
      }
    }
  }

  private static String name(byte[] address) {
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void policyClosesMetadataAndPrivateAddresses() {
    for (String address : NEVER) {
      assertEquals(false, isAllowed(bytes(address)), address);
    }
    assertTrue(isAllowed(bytes("93.184.215.14")));
    assertTrue(isAllowed(bytes("2606:2800:220:1:248:1893:25c8:1946")));
  }
}
