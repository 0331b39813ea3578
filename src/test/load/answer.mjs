// Reads an answer of HTTP/1.1 from a bare socket: an HTTP client of Node would need more processor time than the measured servers.
const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = "0\r\n\r\n";

/** One answer. Tells when it is complete, by its Content-Length or its last chunk. */
export class Answer {
  #head = Buffer.alloc(0);
  #fields = "";
  #pieces = [];
  #length = -1;
  #bytes = 0;
  #tail = "";

  /** Takes the next bytes, and returns whether the answer is complete. */
  take(piece) {
    let body = piece;
    if (this.#fields === "") {
      this.#head = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) {
        return false;
      }
      this.#fields = this.#head.toString("latin1", 0, end);
      body = this.#head.subarray(end + HEAD_END.length);
      this.#length = Number(this.field("content-length") ?? -1);
    }
    this.#pieces.push(body);
    this.#bytes += body.length;
    if (this.#length >= 0) {
      return this.#bytes >= this.#length;
    }
    this.#tail = (this.#tail + body.toString("latin1", Math.max(0, body.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length);
    return this.#tail === LAST_CHUNK;
  }

  get status() {
    return Number(this.#fields.slice(9, 12));
  }

  /** Returns the value of a header field; undefined if there is none. */
  field(name) {
    return new RegExp(`\\r\\n${name}: *(.*)`, "i").exec(this.#fields)?.[1];
  }

  /** The Content-Length; -1 if there is none. */
  get length() {
    return this.#length;
  }

  /** The body as it was sent, with its chunks if it has some. */
  body() {
    return Buffer.concat(this.#pieces);
  }

  /** The sum of the durations in `Server-Timing`, in milliseconds. */
  get stages() {
    return [...(this.field("server-timing") ?? "").matchAll(/dur=([\d.]+)/g)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  }
}
