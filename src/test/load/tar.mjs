// Writes archives as `tar` does, without a folder on disk.
import { gzipSync } from "node:zlib";

const RECORD = 512;

/** Returns a file of a tar: a header (ustar) and the content, padded to whole records. */
export function tarEntry(name, content) {
  const header = Buffer.alloc(RECORD);
  header.write(name, 0);
  header.write("0000644\0", 100);
  header.write(content.length.toString(8).padStart(11, "0"), 124);
  header.write("00000000000\0        0", 136);
  header.write("ustar\u000000", 257);
  header.write(header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0") + "\0 ", 148);
  return Buffer.concat([header, content, Buffer.alloc((RECORD - (content.length % RECORD)) % RECORD)]);
}

/** Returns the end of a tar: two empty records. */
export function tarEnd() {
  return Buffer.alloc(2 * RECORD);
}

/** Returns a tar.gz of files: `{name: text}`. */
export function tarGz(files) {
  const entries = Object.entries(files).map(([name, text]) => tarEntry(name, Buffer.from(text)));
  return gzipSync(Buffer.concat([...entries, tarEnd()]));
}
