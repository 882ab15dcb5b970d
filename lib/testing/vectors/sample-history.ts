/* A history, and ways to change it, for the tests of the runner. */

/** The engine's answers to steps with every kind of answer: cells, rows, an error, a counter, a batch, a raw scan. */
export const HISTORY: object = {
  id: 'a-history',
  table: { families: [{ NAME: 'f', VERSIONS: '3' }], config: { 'hbase.hstore.time.to.purge.deletes': '0' } },
  steps: [
    {
      at: 10,
      op: 'put',
      row: 'a',
      cells: [
        ['f', 'q', 5, 'old'],
        ['f', 'q', 'LATEST', 'new'],
      ],
    },
    { at: 11, op: 'put', row: 'b', cells: [['f', '\\x00', 5, '\\x5C']] },
    {
      at: 12,
      op: 'get',
      row: 'a',
      versions: 'all',
      expect: [
        ['f', 'q', 10, 'new'],
        ['f', 'q', 5, 'old'],
      ],
    },
    {
      at: 12,
      op: 'scan',
      expect: [
        { row: 'a', cells: [['f', 'q', 10, 'new']] },
        { row: 'b', cells: [['f', '\\x00', 5, '\\x5C']] },
      ],
    },
    { at: 13, op: 'get', row: 'a', columns: [['none']], error: 'NoSuchColumnFamilyException' },
    {
      at: 14,
      op: 'increment',
      row: 'a',
      amounts: [['f', 'n', '258']],
      expect: [['f', 'n', 14, '\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\x02']],
    },
    {
      at: 15,
      op: 'batch',
      actions: [
        { op: 'get', row: 'b', existsOnly: true },
        { op: 'append', row: 'c', values: [['none', 'q', 'x']] },
      ],
      expect: [true, { error: 'NoSuchColumnFamilyException' }],
    },
    { at: 16, op: 'delete', row: 'a', what: [['column', 'f', 'q']] },
    { at: 17, op: 'flush' },
    {
      at: 18,
      op: 'scan',
      raw: true,
      versions: 'all',
      stop: 'b',
      columns: [['f']],
      expect: [
        {
          row: 'a',
          cells: [
            ['f', 'n', 14, '\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\x02', 'Put'],
            ['f', 'q', 10, '', 'Delete'],
            ['f', 'q', 5, 'old', 'Put'],
          ],
        },
      ],
    },
  ],
};

/** A copy of `HISTORY` in which the value at `path` is replaced or removed. */
export function withChange(path: readonly (string | number)[], value?: unknown): unknown {
  const copy = structuredClone(HISTORY) as unknown;
  let place = copy as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (value !== undefined) place[last] = value;
  else if (Array.isArray(place)) place.splice(last as number, 1);
  else delete place[last];
  return copy;
}

/** A history with one step, on a table with one family. */
export function withStep(step: object, of: object = {}): unknown {
  return { id: 'one-step', table: { families: [{ NAME: 'f', ...of }] }, steps: [step] };
}

export const GET: object = { at: 1, op: 'get', row: 'a', expect: [] };

/** The last field of a check: it deletes the row. */
export const THEN_DELETE: object = JSON.parse('{"then":{"op":"delete","what":[]}}');
