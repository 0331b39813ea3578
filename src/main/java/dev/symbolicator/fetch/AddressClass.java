package dev.symbolicator.fetch;

/** The classes of IP addresses: whether a request whose URL a stranger chose may go there. */
enum AddressClass {
  /** On the open internet. */
  PUBLIC,
  /** Loopback and private networks: only where the operator allows it. */
  PRIVATE,
  /** Link-local, cloud metadata, multicast, reserved, documentation, tunnels: never. */
  NEVER
}
