import { describe, expect, it } from 'vitest';
import { checkSerial } from './check-serial.js';
import { type Change, type Content, type Operation, rowIs, rowsFound, SerialHistory } from './serial-history.js';

/** Failures of a history and what is stored at the end. */
function failuresOf(history: SerialHistory, log: string, rows: Record<string, Content> = {}): string[] {
  const failures: string[] = [];
  const stored = { log: log.split(' ').filter((id) => id !== ''), rows: new Map(Object.entries(rows)) };
  checkSerial(history, stored, (message) => failures.push(message));
  return failures;
}

/** An operation with one attempt `<id>/0`. `reads`: what it found in rows; `puts`: rows that get its id as the value. */
function operation(
  history: SerialHistory,
  id: string,
  [begin, end]: readonly [begin: number, end: number],
  { reads = {}, puts = [] }: { readonly reads?: Record<string, Content>; readonly puts?: readonly string[] },
): Operation {
  const made = history.begin(id, begin);
  const observations = Object.entries(reads).map(([row, content]) => {
    const found = new Map(content === '' ? [] : [[row, content]]);
    return rowsFound('t', { from: row, to: `${row}\0` }, found);
  });
  const changes = puts.map((row): Change => ({ table: 't', row, kind: 'put', value: id }));
  made.attempts.push({ id: `${id}/0`, observations, changes });
  return Object.assign(made, { end, outcome: 'done' });
}

describe('checkSerial', () => {
  it('accepts transactions that overlap, in the order of the log', () => {
    const history = new SerialHistory();
    operation(history, 'a', [0, 9], { reads: { r0: 'b 0' }, puts: ['r1'] });
    operation(history, 'b', [1, 8], { reads: { r0: '' }, puts: ['r0'] });
    operation(history, 'c', [2, 7], { reads: { r0: 'b 0', r1: '' } });
    expect(failuresOf(history, 'b/0 a/0', { 't/r0': 'b 0', 't/r1': 'a 0' })).toEqual([]);
  });

  it('finds a lost update, a write skew and a phantom', () => {
    const lost = new SerialHistory();
    for (const id of ['a', 'b']) operation(lost, id, [0, 9], { reads: { r0: '' }, puts: ['r0'] });
    expect(failuresOf(lost, 'a/0 b/0', { 't/r0': 'b 0' })).toEqual([expect.stringContaining('but r0 contains a 0')]);
    const skew = new SerialHistory();
    operation(skew, 'a', [0, 9], { reads: { r0: '' }, puts: ['r1'] });
    operation(skew, 'b', [0, 9], { reads: { r1: '' }, puts: ['r0'] });
    expect(failuresOf(skew, 'a/0 b/0', { 't/r0': 'b 0', 't/r1': 'a 0' })).toHaveLength(1);
    const phantom = new SerialHistory();
    operation(phantom, 'a', [0, 9], { puts: ['r2'] });
    const reader = operation(phantom, 'b', [0, 9], { puts: ['r0'] });
    reader.attempts[0]?.observations.push(rowsFound('t', { from: 'r1', to: 's' }, new Map()));
    expect(failuresOf(phantom, 'a/0 b/0', { 't/r0': 'b 0', 't/r2': 'a 0' })).toHaveLength(1);
    expect(failuresOf(phantom, 'b/0 a/0', { 't/r0': 'b 0', 't/r2': 'a 0' })).toEqual([]);
  });

  it('does not count rows after the last one of a limited range', () => {
    for (const [limit, reversed, failures] of [
      [1, false, 0],
      [2, false, 1],
      [1, true, 1],
    ] as const) {
      const history = new SerialHistory();
      operation(history, 'a', [0, 9], { puts: ['r2'] });
      const reader = operation(history, 'b', [0, 9], { puts: ['r3'] });
      const range = { from: 'r', to: 's', limit, reversed };
      reader.attempts[0]?.observations.push(rowsFound('t', range, new Map([['r1', 'x 0']])));
      operation(history, 'x', [0, 9], { puts: ['r1'] });
      const rows = { 't/r1': 'x 0', 't/r2': 'a 0', 't/r3': 'b 0' };
      expect(failuresOf(history, 'x/0 a/0 b/0', rows)).toHaveLength(failures);
    }
  });

  it('finds a read of what was never committed, and a write that is lost, foreign or was applied twice', () => {
    const history = new SerialHistory();
    operation(history, 'a', [0, 1], { reads: { r0: 'z 0' } });
    operation(history, 'b', [0, 9], { puts: ['r0'] });
    operation(history, 'c', [0, 9], { puts: ['r1'] }).outcome = 'refused';
    const failures = failuresOf(history, 'c/0 c/0 d/0', { 't/r1': 'c 0' }).join('\n');
    for (const part of ['a/0 has read what never was', 'b/0 was acknowledged, but is lost', 'c/0 was refused, but'])
      expect(failures).toContain(part);
    expect(failures).toContain('c is applied twice');
    expect(failures).toContain('the log has d/0');
    expect(failuresOf(history, 'b/0', {}).join()).toContain('t/r0 contains nothing at the end, not b 0');
  });

  it('requires the order of calls that do not overlap', () => {
    const history = new SerialHistory();
    operation(history, 'a', [0, 1], { puts: ['r0'] });
    operation(history, 'b', [2, 3], { puts: ['r1'] });
    const reader = operation(history, 'c', [4, 5], { reads: { r1: '' } });
    const rows = { 't/r0': 'a 0', 't/r1': 'b 0' };
    expect(failuresOf(history, 'b/0 a/0', rows).join()).toContain('a is after b, which began after its end');
    expect(failuresOf(history, 'a/0 b/0', rows)).toEqual([expect.stringContaining('c/0 has read what never was')]);
    // It may be before the end of `b`, if it began before it.
    Object.assign(reader, { begin: 3 });
    expect(failuresOf(history, 'a/0 b/0', rows)).toEqual([]);
  });

  it('requires that one state has everything that was read', () => {
    const history = new SerialHistory();
    operation(history, 'a', [0, 1], { puts: ['r0'] });
    operation(history, 'b', [2, 3], { puts: ['r1'] });
    operation(history, 'c', [0, 9], { reads: { r0: '', r1: 'b 0' } });
    const asked = history.begin('d', 0);
    Object.assign(asked, { end: 9, outcome: 'refused' });
    history.learned(asked, [rowIs('t', 'r0', { value: 'a' }, false), rowIs('t', 'r1', 'there', true)]);
    const failures = failuresOf(history, 'a/0 b/0', { 't/r0': 'a 0', 't/r1': 'b 0' });
    expect(failures.map((failure) => failure.slice(0, 3))).toEqual(['c/0', 'd? ']);
  });

  it('follows plain rows, whose numbers rise', () => {
    const history = new SerialHistory();
    const put = (number: number, begin: number, end: number) => ({ number, begin, end, outcome: 'done' as const });
    history.plainRows.push({ table: 't', row: 'p0', puts: [put(1, 0, 1), put(2, 4, 5)] });
    operation(history, 'a', [2, 9], { reads: { p0: '2 0' }, puts: ['r0'] });
    const other = operation(history, 'b', [2, 9], { reads: { p0: '1 0' }, puts: ['r1'] });
    const rows = { 't/p0': '2 0', 't/r0': 'a 0', 't/r1': 'b 0' };
    expect(failuresOf(history, 'b/0 a/0', rows)).toEqual([]);
    expect(failuresOf(history, 'a/0 b/0', rows)).toEqual([expect.stringContaining('p0 contains 2')]);
    expect(failuresOf(history, 'b/0 a/0', { ...rows, 't/p0': '1 0' }).join()).toContain('t/p0 has 1 at the end');
    const unknown = new SerialHistory();
    unknown.plainRows.push({ table: 't', row: 'p0', puts: [put(1, 0, 1), { ...put(2, 4, 5), outcome: 'open' }] });
    operation(unknown, 'a', [2, 9], { reads: { p0: '2 0' }, puts: ['r0'] });
    expect(failuresOf(unknown, 'a/0', { 't/p0': '1 0', 't/r0': 'a 0' })).toContain(
      't/p0 has 1 at the end: 2 was read before',
    );
    Object.assign(other, { begin: 6 });
    expect(failuresOf(history, 'b/0 a/0', rows)).toEqual([expect.stringContaining('p0 had 2, which was acknowledged')]);
    Object.assign(other, { begin: 0, end: 1 });
    other.attempts[0]?.observations.splice(0, 1, rowsFound('t', { from: 'p', to: 'q' }, new Map([['p0', '2 0']])));
    expect(failuresOf(history, 'b/0 a/0', rows)).toEqual([expect.stringContaining('p0 did not have 2 yet')]);
  });
});
