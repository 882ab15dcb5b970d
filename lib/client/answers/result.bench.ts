import { bench, describe } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { readResultBlock } from '../../keyvalue/result-block.js';
import { Put } from '../../model/put.js';
import { MutateRequestWriter } from '../../service/mutate-codec.js';
import { type BlockCell, resultBlock } from '../../testing/samples/result-blocks.js';
import { readResults } from './result.js';

const QUALIFIERS = ['column0', 'column1', 'column2', 'column3'];
const block = resultBlock(
  ['daily'],
  Array.from({ length: 100 }, (_, index) => ({
    row: `row-${index}`,
    cells: QUALIFIERS.map((qualifier): BlockCell => ['daily', qualifier, 1, 'value number 1']),
  })),
);

const results = () => readResults(readResultBlock(new ByteReader(block, 0, block.length, 'reply')));

describe('100 rows of 4 cells', () => {
  bench('as Results, nothing read', () => {
    results();
  });

  bench('every value as text', () => {
    for (const row of results()) for (const name of QUALIFIERS) row.getText('daily', name);
  });

  bench('every value as bytes', () => {
    for (const row of results()) for (const name of QUALIFIERS) row.getValue('daily', name);
  });
});

describe('1000 puts of a cell of 50 bytes', () => {
  const puts = Array.from({ length: 1000 }, (_, index) =>
    new Put(`row-${index}`).addColumn('daily', 'q', 'v'.repeat(50)),
  );

  bench('as one request', () => {
    const writer = new MutateRequestWriter('t');
    for (const put of puts) writer.add(put);
    writer.finish();
  });
});
