import { describe, expect, it } from 'vitest';
import { ArrayFile } from '../../testing/samples/store-files.js';
import { handleClosed } from './file-errors.js';
import { salvaged } from './salvaged-handle.js';

/** A file whose next calls throw these errors. */
function failing(...errors: Error[]): ArrayFile {
  const file = new ArrayFile(Uint8Array.of(1, 2, 3));
  const read = file.read.bind(file);
  const size = file.size.bind(file);
  const fail = (): void => {
    const error = errors.shift();
    if (error !== undefined) throw error;
  };
  file.read = (into, at) => {
    fail();
    return read(into, at);
  };
  file.size = () => {
    fail();
    return size();
  };
  return file;
}

const refused = (): Error => new DOMException('The device refuses', 'NotReadableError');

describe('A salvaged handle', () => {
  it('tries a refused read again', () => {
    const bytes = new Uint8Array(3);
    expect(salvaged(failing(refused(), refused()), 'x').read(bytes, 0)).toBe(3);
    expect([...bytes]).toEqual([1, 2, 3]);
  });

  it('reads nothing if the device refuses each attempt', () => {
    const handle = salvaged(failing(refused(), refused(), refused()), 'x');
    expect(handle.read(new Uint8Array(3), 0)).toBe(0);
    expect(handle.read(new Uint8Array(3), 1)).toBe(2);
  });

  it('reports a handle that the browser has ended', () => {
    const lost = { code: 'STORAGE_UNAVAILABLE', details: { file: 'x', reason: 'handle-lost' } };
    const reading = salvaged(failing(handleClosed('x')), 'x');
    expect(() => reading.read(new Uint8Array(3), 0)).toThrow(expect.objectContaining(lost));
    const sizing = salvaged(failing(handleClosed('x'), refused()), 'x');
    expect(() => sizing.size()).toThrow(expect.objectContaining(lost));
    expect(() => sizing.size()).toThrow('The device refuses');
    expect(sizing.size()).toBe(3);
  });

  it('leaves the file open', () => {
    const file = failing();
    salvaged(file, 'x').close();
    expect(file.closed).toBe(false);
  });
});
