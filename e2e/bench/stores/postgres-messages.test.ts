import { describe, expect, it } from 'vitest';
import { packKeys } from './packed-keys.js';
import { packValues } from './packed-values.js';
import { byteaArray, MessageReader, runMessages, textArray } from './postgres-messages.js';

/** Two rows with one field, `ab` and NULL, and the message that the command is complete. */
const ANSWER = Buffer.from(
  '440000000c0001000000026162' + '440000000a0001ffffffff' + '430000000d53454c454354203200',
  'hex',
);

describe('a reader of messages', () => {
  it.each([1, 3, 7, ANSWER.length])('reads rows from chunks of %i bytes', (size) => {
    const fields: (string | null)[] = [];
    const reader = new MessageReader((bytes, view, at) => {
      expect(view.getInt16(at)).toBe(1);
      const length = view.getInt32(at + 2);
      fields.push(length < 0 ? null : new TextDecoder().decode(bytes.slice(at + 6, at + 6 + length)));
    });
    for (let at = 0; at < ANSWER.length; at += size) reader.add(ANSWER.subarray(at, at + size));
    reader.end();
    expect(fields).toEqual(['ab', null]);
  });

  it('throws the message of an error', () => {
    const fields = Buffer.from('SERROR\0Mno such table\0C42P01\0\0');
    const error = Buffer.concat([Buffer.from([0x45, 0, 0, 0, 4 + fields.length]), fields]);
    const reader = new MessageReader(() => {});
    reader.add(error);
    expect(() => reader.end()).toThrow('PostgreSQL: no such table');
  });

  it('throws if the answer ends inside a message', () => {
    const reader = new MessageReader(() => {});
    reader.add(ANSWER.subarray(0, 20));
    expect(() => reader.end()).toThrow('ends inside a message');
  });
});

describe('runMessages', () => {
  it('binds texts as text and bytes in binary form, and requests binary rows', () => {
    expect(Buffer.from(runMessages('put', ['k', Uint8Array.of(9)])).toString('hex')).toBe(
      '42' +
        '0000001f' +
        '00' + // the unnamed portal
        '70757400' +
        '000200000001' +
        '0002' +
        '000000016b' +
        '0000000109' +
        '00010001' +
        '450000000900' +
        '00000000' +
        '5300000004',
    );
  });
});

describe('arrays', () => {
  it('have one dimension whose indexes start at 1', () => {
    expect(Buffer.from(textArray(packKeys(['a', 'bc']))).toString('hex')).toBe(
      '00000001' + '00000000' + '00000019' + '00000002' + '00000001' + '0000000161' + '000000026263',
    );
  });

  it('contain bytes', () => {
    expect(Buffer.from(byteaArray(packValues([Uint8Array.of(7), new Uint8Array(0)]))).toString('hex')).toBe(
      '00000001' + '00000000' + '00000011' + '00000002' + '00000001' + '0000000107' + '00000000',
    );
  });
});
