package dev.symbolicator.fetch;

/** How far an IP address may be trusted with a request whose URL a stranger chose. */
enum AddressClass {
  /** On the open internet. */
  PUBLIC,
  /** Loopback and private networks: open where the operator says so. */
  PRIVATE,
  /** Link-local, cloud metadata, multicast, reserved, documentation, tunnels: never. */
  NEVER
}
