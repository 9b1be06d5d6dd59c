import { describe, expect, it } from 'vitest';
import { frameOf, opcodes } from '../../test/harness/raw-websocket.js';
import { FrameMeter } from './frame-meter.js';

describe('frames in chunks of any size', () => {
  const bytes = Buffer.concat([
    frameOf(Buffer.from('whole')),
    frameOf(Buffer.alloc(300), { isFinal: false }),
    frameOf(Buffer.alloc(0), { opcode: opcodes.ping }),
    frameOf(Buffer.alloc(70_000), { opcode: opcodes.continuation, isFinal: false }),
    frameOf(Buffer.from('pong'), { opcode: opcodes.pong }),
    frameOf(Buffer.alloc(0), { opcode: opcodes.continuation }),
  ]);

  it.each([1, 7, 4096, bytes.length])('of %i bytes are counted', (size) => {
    const meter = new FrameMeter();
    let wrong = 0;
    const first = frameOf(Buffer.from('whole')).length;
    for (let at = 0; at < bytes.length; at += size) {
      meter.take(bytes.subarray(at, at + size));
      const isAmid = at + size > first + 20 && at + size < bytes.length;
      if (isAmid && size < 4096) wrong += meter.isInMessage && meter.messages === 1 ? 0 : 1;
    }
    expect(wrong).toBe(0);
    expect([meter.isInMessage, meter.messages, meter.fragments, meter.controls]).toEqual([false, 2, 4, 2]);
  });
});

describe('a message in many frames', () => {
  const parts = (count: number, size: number): Uint8Array =>
    Buffer.concat(
      Array.from({ length: count }, () => {
        return frameOf(Buffer.alloc(size), { opcode: opcodes.continuation, isFinal: false, isMasked: false });
      }),
    );

  it.each([
    ['of one byte', 1, 4_200, true],
    ['of one byte, not so many', 1, 4_000, false],
    ['of 4 KiB', 4_096, 2_000, false],
  ])('%s', (_, size, count, isFlood) => {
    const meter = new FrameMeter();
    meter.take(parts(count, size));
    expect(meter.isFlood).toBe(isFlood);
  });

  it('is counted by itself', () => {
    const meter = new FrameMeter();
    for (let message = 0; message < 3; message += 1) {
      meter.take(parts(4_000, 1));
      meter.take(frameOf(Buffer.alloc(1), { opcode: opcodes.continuation }));
    }
    expect([meter.messages, meter.isFlood]).toEqual([3, false]);
  });
});
