import { describe, expect, it } from 'vitest';
import { fromPrintable, isPrintable, toPrintable } from './printable-bytes.js';

describe('printable bytes', () => {
  it('convert every byte back, with one spelling for each', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = toPrintable(bytes);
    expect(isPrintable(text)).toBe(true);
    expect(fromPrintable(text)).toEqual(bytes);
    expect(text).toContain('\\x1F !"#');
    expect(text).toContain('[\\x5C]');
    expect(text).toContain('}~\\x7F\\x80');
  });

  it.each(['\\x41', '\\x5c', '\\x0a', '\\', 'a\\', '\\x5', '\\x20', '\\x7E', 'é', '\n', '\\n'])(
    'refuse %j, which is another spelling or none',
    (text) => {
      expect(isPrintable(text)).toBe(false);
    },
  );
});
