import { describe, expect, it } from 'vitest';
import { columnNames } from './column-names.js';
import { guessEncoding } from './encoding.js';
import { createRecordReader, type FileFormat, guessFormat } from './file-format.js';
import { type FileLine, readLines } from './line-reader.js';
import { type BadLine, type FileRecord, isRecord } from './records.js';

const CSV: FileFormat = { kind: 'csv', delimiter: ',' };
const NDJSON: FileFormat = { kind: 'ndjson' };
const JSON_ARRAY: FileFormat = { kind: 'json' };

function linesOf(text: string): FileLine[] {
  return text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
}

/** The records of a text. Checks that they are the same if the text is read line by line. */
function read(format: FileFormat, text: string): readonly unknown[] {
  const plain = (record: FileRecord | BadLine) =>
    isRecord(record) ? [record.line, Object.fromEntries(record.fields)] : [record.line, record.reason];
  const whole = createRecordReader(format);
  const found = [...whole.read(linesOf(text)), ...whole.end()].map(plain);
  const piecewise = createRecordReader(format);
  const pieces = linesOf(text).flatMap((line) => piecewise.read([line]));
  expect([...pieces, ...piecewise.end()].map(plain)).toEqual(found);
  return found;
}

describe('a CSV file', () => {
  it('names its columns in the first line', () => {
    expect(read(CSV, 'id,name\n1,Ada\n2,Max')).toEqual([
      [2, { id: '1', name: 'Ada' }],
      [3, { id: '2', name: 'Max' }],
    ]);
  });

  it('makes empty and repeated column names unique', () => {
    expect(read(CSV, 'id,,id\n1,2,3')).toEqual([[2, { id: '1', 'column 2': '2', 'id 2': '3' }]]);
  });

  it('may have delimiters, quotes and line ends in quoted fields, and its lines are still counted', () => {
    expect(read(CSV, 'id,text\n1,"a, b"\n2,"say ""hi""\nand go"\n3,5" nail\nx')).toEqual([
      [2, { id: '1', text: 'a, b' }],
      [3, { id: '2', text: 'say "hi"\nand go' }],
      [5, { id: '3', text: '5" nail' }],
      [6, 'The record has 1 field, but the first line names 2.'],
    ]);
  });

  it('leaves out empty fields and empty lines', () => {
    expect(read(CSV, '\nid,a,b\n\n1,,2\n')).toEqual([[4, { id: '1', b: '2' }]]);
  });

  it('loses only the line with a misplaced or open quote', () => {
    expect(read(CSV, 'id,text\n1,"a"b\n2,x\n3,"open\n4,y')).toEqual([
      [2, 'A quote inside a quoted field must be doubled.'],
      [3, { id: '2', text: 'x' }],
      [4, 'A quoted field is never closed.'],
      [5, { id: '4', text: 'y' }],
    ]);
  });

  it('treats an open quote as a mistake after 200 lines', () => {
    const reader = createRecordReader(CSV);
    const found = reader.read(linesOf(`id,text\n1,"open\n${'2,x\n'.repeat(300)}`));
    expect(found).toHaveLength(301);
    expect(found[0]).toEqual({ line: 2, reason: 'A quoted field is never closed.' });
  });

  it('continues past a line end only inside a quoted field', () => {
    expect(read(CSV, 'id,a,b\n1,"x\ny",5" nail\n2,"say ""a""\nb" ,c\n3,"",z')).toEqual([
      [2, { id: '1', a: 'x\ny', b: '5" nail' }],
      [4, { id: '2', a: 'say "a"\nb', b: 'c' }],
      [6, { id: '3', b: 'z' }],
    ]);
  });

  it('has up to 2,000 columns', () => {
    const names = (count: number) => Array.from({ length: count }, () => 'a');
    expect(new Set(columnNames(names(2000))).size).toBe(2000);
    expect(() => columnNames(names(4000))).toThrow('The first line names 4,000 columns; a file can have up to 2,000');
  });

  it('makes 2,000 equal column names unique in as many steps', () => {
    const asked: string[] = [];
    const has = Set.prototype.has;
    // Counts the lookups of names: one or two for each name.
    Set.prototype.has = function (value) {
      asked.push(String(value));
      return has.call(this, value);
    };
    try {
      expect(columnNames(Array.from({ length: 2000 }, () => 'a')).at(-1)).toBe('a 2000');
    } finally {
      Set.prototype.has = has;
    }
    expect(asked.length).toBeLessThan(5000);
  });

  it('is recognized by its delimiter', () => {
    expect(guessFormat('a.txt', 'a;b\n1;2')).toEqual({ kind: 'csv', delimiter: ';' });
    expect(guessFormat('a.csv', 'a\tb\n1\t2')).toEqual({ kind: 'csv', delimiter: '\t' });
    expect(guessFormat('a.csv', 'a;b\n1;2\n')).toEqual({ kind: 'csv', delimiter: ';' });
    expect(guessFormat('a.csv', 'a;b')).toEqual({ kind: 'csv', delimiter: ';' });
  });
});

describe('an NDJSON file', () => {
  it('has one object per line, whose names are the columns', () => {
    const reader = createRecordReader(NDJSON);
    reader.read(linesOf('{"id":1,"a":"x"}\n{"id":2,"b":null}'));
    expect(reader.columns).toEqual(['id', 'a', 'b']);
  });

  it('writes a value that is not text as JSON, and nothing for null', () => {
    expect(read(NDJSON, '{"id":"1","n":1.5,"t":true,"o":{"a":[1]},"z":null,"e":""}')).toEqual([
      [1, { id: '1', n: '1.5', t: 'true', o: '{"a":[1]}', e: '' }],
    ]);
  });

  it('reports the bad lines', () => {
    expect(read(NDJSON, '{"id":1}\n\n[1]\n{"id":\nnull')).toEqual([
      [1, { id: '1' }],
      [3, 'The record is not a JSON object.'],
      [4, 'The record is not valid JSON.'],
      [5, 'The record is not a JSON object.'],
    ]);
  });

  it('is recognized by its name or its first character', () => {
    expect(guessFormat('a.jsonl', '')).toEqual(NDJSON);
    expect(guessFormat('a.txt', '\uFEFF {"a":1}')).toEqual(NDJSON);
  });
});

describe('a JSON array', () => {
  it('has an object per element, in one line or in many', () => {
    expect(read(JSON_ARRAY, '[{"id":1,"a":"x"},{"id":2,"a":null}]')).toEqual([
      [1, { id: '1', a: 'x' }],
      [1, { id: '2' }],
    ]);
    expect(read(JSON_ARRAY, '[\n  {\n    "id": 1,\n    "a": [1, {"b": "]},"}]\n  },\n  {"id": 2}\n]\n')).toEqual([
      [2, { id: '1', a: '[1,{"b":"]},"}]' }],
      [6, { id: '2' }],
    ]);
    expect(read(JSON_ARRAY, '[]')).toEqual([]);
  });

  it('reports elements that are not objects, and an array that does not end', () => {
    expect(read(JSON_ARRAY, '[1, "a,b", {"id": }, null,\n[2], {"id":3} ] x\n')).toEqual([
      [1, 'The record is not a JSON object.'],
      [1, 'The record is not a JSON object.'],
      [1, 'The record is not valid JSON.'],
      [1, 'The record is not a JSON object.'],
      [2, 'The record is not a JSON object.'],
      [2, { id: '3' }],
      [2, 'The text is outside the array.'],
    ]);
    expect(read(JSON_ARRAY, '[{"id":1},\n{"id":2')).toEqual([
      [1, { id: '1' }],
      [2, 'The file ends before the array is closed.'],
    ]);
  });

  it('is read to its end if a long line is cut into parts', () => {
    const reader = createRecordReader(JSON_ARRAY);
    const text = '[{"id":1,"a":"say \\"hi\\" \\\\"},{"id":2,"a":"]"}]';
    const parts = [...text].map((part): FileLine => ({ number: 1, text: part, goesOn: true }));
    const found = [...reader.read(parts), ...reader.end()];
    expect(found.map((one) => isRecord(one) && one.fields.get('a'))).toEqual(['say "hi" \\', ']']);
  });

  it('is recognized by its beginning, unlike a column in brackets', () => {
    expect(guessFormat('a.json', ' [\n {"a":1}')).toEqual(JSON_ARRAY);
    expect(guessFormat('a.json', '[]')).toEqual(JSON_ARRAY);
    expect(guessFormat('a.csv', '[id],name\n1,2')).toEqual(CSV);
    expect(guessFormat('a.json', '{"a":1}')).toEqual(NDJSON);
  });
});

describe('the encoding of a file', () => {
  it('is UTF-8 if the bytes are valid, UTF-16 if the file begins with its mark, and otherwise Windows-1252', () => {
    expect(guessEncoding(new TextEncoder().encode('Zürich'))).toBe('utf-8');
    // Cut in the middle of a character.
    expect(guessEncoding(new TextEncoder().encode('Zü').subarray(0, 2))).toBe('utf-8');
    expect(guessEncoding(new Uint8Array([0xff, 0xfe, 65, 0]))).toBe('utf-16le');
    expect(guessEncoding(new Uint8Array([0xfe, 0xff, 0, 65]))).toBe('utf-16be');
    expect(guessEncoding(new Uint8Array([90, 0xfc, 114]))).toBe('windows-1252');
  });
});

describe('the lines of a file', () => {
  const UTF8 = { encoding: 'utf-8', cutsLines: false } as const;

  async function all(...pieces: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<FileLine[]> {
    const lines: FileLine[] = [];
    for await (const piece of readLines(new Blob([...pieces]), UTF8)) lines.push(...piece.lines);
    return lines;
  }

  it('come in pieces of 500, with the number of bytes read so far', async () => {
    const file = new Blob(['1234567\n'.repeat(2000)]);
    const read: [number, number][] = [];
    for await (const { lines, bytesRead } of readLines(file, UTF8)) read.push([lines.length, bytesRead]);
    expect(read).toEqual([
      [500, 4000],
      [500, 8000],
      [500, 12_000],
      [500, 16_000],
    ]);
  });

  it('may be longer than 8 MiB only if they come in parts', async () => {
    const file = new Blob(['a\n', 'b'.repeat(9 * 1024 * 1024)]);
    const lengthOf = async (cutsLines: boolean) => {
      let length = 0;
      for await (const { lines } of readLines(file, { encoding: 'utf-8', cutsLines })) {
        for (const { number, text } of lines) if (number === 2) length += text.length;
      }
      return length;
    };
    await expect(lengthOf(false)).rejects.toThrow('Line 2 is longer than 8 MiB');
    expect(await lengthOf(true)).toBe(9 * 1024 * 1024);
  });

  it('are the same for every way to cut the file and every kind of line end', async () => {
    const long = 'é'.repeat(70_000);
    expect(await all(`a\r\n${long}\n\nb`)).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: long },
      { number: 3, text: '' },
      { number: 4, text: 'b' },
    ]);
    expect(await all('a\nb\n')).toHaveLength(2);
    expect(await all('')).toEqual([]);
  });

  it('are reported as bad if they are not UTF-8', async () => {
    const lines = await all('id,a\n1,', new Uint8Array([0xff]), '\n2,x');
    expect(createRecordReader(CSV).read(lines).map(isRecord)).toEqual([false, true]);
  });
});
