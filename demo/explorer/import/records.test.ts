import { describe, expect, it } from 'vitest';
import { type FileLine, readLines } from './line-reader.js';
import {
  type BadLine,
  createRecordReader,
  type FileFormat,
  type FileRecord,
  guessFormat,
  isRecord,
} from './records.js';

const CSV: FileFormat = { kind: 'csv', delimiter: ',' };
const NDJSON: FileFormat = { kind: 'ndjson' };

function linesOf(text: string): FileLine[] {
  return text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
}

/** What is found, in pieces of one line and as a whole: both are the same. */
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

  it('gives columns without a name, or with that of another, one of their own', () => {
    expect(read(CSV, 'id,,id\n1,2,3')).toEqual([[2, { id: '1', 'column 2': '2', 'id 2': '3' }]]);
  });

  it('has quoted fields with delimiters, quotes and line ends, and counts lines all the same', () => {
    expect(read(CSV, 'id,text\n1,"a, b"\n2,"say ""hi""\nand go"\n3,5" nail\nx')).toEqual([
      [2, { id: '1', text: 'a, b' }],
      [3, { id: '2', text: 'say "hi"\nand go' }],
      [5, { id: '3', text: '5" nail' }],
      [6, 'It has 1 field where the first line names 2.'],
    ]);
  });

  it('leaves out empty fields and empty lines', () => {
    expect(read(CSV, '\nid,a,b\n\n1,,2\n')).toEqual([[4, { id: '1', b: '2' }]]);
  });

  it('loses only the line with a misplaced or open quote', () => {
    expect(read(CSV, 'id,text\n1,"a"b\n2,x\n3,"open\n4,y')).toEqual([
      [2, 'A quote stands inside a quoted field; it must be doubled.'],
      [3, { id: '2', text: 'x' }],
      [4, 'A quote is opened and not closed.'],
      [5, { id: '4', text: 'y' }],
    ]);
  });

  it('gives up an open quote after 200 lines', () => {
    const reader = createRecordReader(CSV);
    const found = reader.read(linesOf(`id,text\n1,"open\n${'2,x\n'.repeat(300)}`));
    expect(found).toHaveLength(301);
    expect(found[0]).toEqual({ line: 2, reason: 'A quote is opened and not closed.' });
  });

  it('is told by its delimiter', () => {
    expect(guessFormat('a.txt', 'a;b\n1;2')).toEqual({ kind: 'csv', delimiter: ';' });
    expect(guessFormat('a.csv', 'a\tb\n1\t2')).toEqual({ kind: 'csv', delimiter: '\t' });
  });
});

describe('an NDJSON file', () => {
  it('has an object a line, whose names are the columns', () => {
    const reader = createRecordReader(NDJSON);
    reader.read(linesOf('{"id":1,"a":"x"}\n{"id":2,"b":null}'));
    expect(reader.columns).toEqual(['id', 'a', 'b']);
  });

  it('writes what is no text as JSON, and nothing for null', () => {
    expect(read(NDJSON, '{"id":"1","n":1.5,"t":true,"o":{"a":[1]},"z":null,"e":""}')).toEqual([
      [1, { id: '1', n: '1.5', t: 'true', o: '{"a":[1]}', e: '' }],
    ]);
  });

  it('says which lines are bad', () => {
    expect(read(NDJSON, '{"id":1}\n\n[1]\n{"id":\nnull')).toEqual([
      [1, { id: '1' }],
      [3, 'It is not a JSON object.'],
      [4, 'It is not JSON.'],
      [5, 'It is not a JSON object.'],
    ]);
  });

  it('is told by its name or its first character', () => {
    expect(guessFormat('a.jsonl', '')).toEqual(NDJSON);
    expect(guessFormat('a.txt', '\uFEFF {"a":1}')).toEqual(NDJSON);
  });
});

describe('the lines of a file', () => {
  async function all(...pieces: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<FileLine[]> {
    const lines: FileLine[] = [];
    for await (const piece of readLines(new Blob([...pieces]))) lines.push(...piece.lines);
    return lines;
  }

  it('are the same however it is cut, and whatever ends them', async () => {
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

  it('are bad where they are no UTF-8', async () => {
    const lines = await all('id,a\n1,', new Uint8Array([0xff]), '\n2,x');
    expect(createRecordReader(CSV).read(lines).map(isRecord)).toEqual([false, true]);
  });
});
