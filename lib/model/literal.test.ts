import { describe, expect, it } from 'vitest';
import { nearest, readLiteral } from './literal.js';

describe('readLiteral', () => {
  it('names an unknown property, the nearest known one and all that are allowed', () => {
    expect(() =>
      readLiteral<{ row: 1; columns: 1 }>({ row: 1, colums: 1 }, 'Get literal', ['row', 'columns']),
    ).toThrowError(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message:
          "unknown property 'colums' of a Get literal; did you mean 'columns'? The known properties are row, columns",
        details: { property: 'colums', nearest: 'columns' },
      }),
    );
  });

  it('refuses anything but an object with names', () => {
    const noNames = [new Map([['row', 'r']]), new Set(), Promise.resolve(), new Date(), new ArrayBuffer(1)];
    for (const wrong of [null, undefined, 5, 'text', [], new Uint8Array(1), ...noNames]) {
      expect(() => readLiteral<{ row: 1 }>(wrong, 'Get literal', ['row'])).toThrowError(
        expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
      );
    }
  });

  it('checks own properties only', () => {
    const literal = Object.create({ inherited: 1 }, { row: { value: 'r', enumerable: true } }) as object;
    expect(readLiteral<{ row: 1 }>(literal, 'Get literal', ['row'])).toBe(literal);
  });
});

describe('nearest', () => {
  it('finds the most similar name, in any case', () => {
    const names = ['row', 'columns', 'timestamp', 'durability'];
    expect(nearest('col', names)).toBe('columns');
    expect(nearest('colunms', names)).toBe('columns');
    expect(nearest('TIMESTAMP', names)).toBe('timestamp');
    expect(nearest('timeStamp', names)).toBe('timestamp');
    expect(nearest('durabilty', names)).toBe('durability');
  });

  it('prefers a name that is part of the given one', () => {
    expect(nearest('startRow', ['start', 'versions', 'startInclusive'])).toBe('start');
    expect(nearest('operator', ['row', 'op', 'timeRange'])).toBe('op');
  });
});
