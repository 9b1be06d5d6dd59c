/** The longest head of a frame: two bytes, eight for the length, four for the mask (RFC 6455 §5.2). */
const maxHeadBytes = 14;
const firstControlOpcode = 8;

/** A message may have so many frames of any size, and one more for so many bytes. */
const freeFragments = 4_096;
const bytesAFragment = 64;

/**
 * Follows the frames of a WebSocket through the chunks that they come in. The library tells of a message when it is whole;
 * until then only this knows that one has begun, and so that the chunks since then are kept.
 */
export class FrameMeter {
  readonly #head = new Uint8Array(maxHeadBytes);
  #headSize = 0;
  /** Bytes of the frame that are still to come. */
  #left = 0;
  #isInMessage = false;
  #messages = 0;
  #fragments = 0;
  #controls = 0;
  /** Bytes and frames of the message that has begun. */
  #messageBytes = 0;
  #messageFragments = 0;
  #isFlood = false;

  /** Whether a message has begun and not ended. */
  get isInMessage(): boolean {
    return this.#isInMessage;
  }

  /** Messages that came to their end. */
  get messages(): number {
    return this.#messages;
  }

  /** Frames of messages that came to their end, whether their message did or not. */
  get fragments(): number {
    return this.#fragments;
  }

  /** Pings, pongs and closing frames that came to their end. */
  get controls(): number {
    return this.#controls;
  }

  /**
   * Whether a message came in too many frames. Taking one costs time and memory however small it is: a message in frames of
   * one byte takes a hundred times those of another.
   */
  get isFlood(): boolean {
    return this.#isFlood;
  }

  take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        at += step;
        this.#left -= step;
        if (this.#left === 0) this.#endFrame();
      } else {
        this.#head[this.#headSize] = chunk[at] ?? 0;
        this.#headSize += 1;
        at += 1;
        if (this.#headSize === this.#neededHead()) this.#beginFrame();
      }
    }
  }

  #neededHead(): number {
    if (this.#headSize < 2) return 2;
    const second = this.#head[1] ?? 0;
    return 2 + lengthBytes(second) + (second >= 0x80 ? 4 : 0);
  }

  #beginFrame(): void {
    const second = this.#head[1] ?? 0;
    const extra = lengthBytes(second);
    let length = extra === 0 ? second & 0x7f : 0;
    for (let at = 2; at < 2 + extra; at += 1) length = length * 256 + (this.#head[at] ?? 0);
    this.#isInMessage ||= !this.#isControl;
    this.#left = length;
    if (!this.#isControl) this.#messageBytes += length;
    if (length === 0) this.#endFrame();
  }

  #endFrame(): void {
    const isFinal = (this.#head[0] ?? 0) >= 0x80;
    this.#headSize = 0;
    if (this.#isControl) this.#controls += 1;
    else {
      this.#fragments += 1;
      this.#messageFragments += 1;
      this.#isFlood ||= this.#messageFragments > freeFragments + this.#messageBytes / bytesAFragment;
      if (!isFinal) return;
      this.#isInMessage = false;
      this.#messageBytes = 0;
      this.#messageFragments = 0;
      this.#messages += 1;
    }
  }

  get #isControl(): boolean {
    return ((this.#head[0] ?? 0) & 0x0f) >= firstControlOpcode;
  }
}

function lengthBytes(second: number): number {
  const short = second & 0x7f;
  return short === 127 ? 8 : short === 126 ? 2 : 0;
}
