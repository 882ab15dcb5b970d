import { describe, expect, it } from 'vitest';
import { Output } from './output.js';

const refused = expect.objectContaining({ code: 'INVALID_OPERATION', message: expect.stringContaining('LIMIT') });

describe('Output', () => {
  it('refuses more characters than its limit, and still prints short lines', () => {
    const output = new Output(0, 100);
    for (let line = 0; line < 9; line++) output.line('123456789');
    output.line('12345678');
    expect(() => output.line('12')).toThrow(refused);
    output.shortLine('ERROR');
    expect(output.text).toBe([...Array(9).fill('123456789'), '12345678', 'ERROR'].join('\n'));
  });

  it('refuses a line that would be too long when its bytes are shown', () => {
    expect(() => new Output(0, 100).line('\u0001'.repeat(26))).toThrow(refused);
    expect(() => new Output(20, 100).row('\u0001'.repeat(26), 'b')).toThrow(refused);
  });
});
