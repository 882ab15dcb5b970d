import { expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import type { EngineEvent } from '../service/engine-event.js';
import { EventQueue } from './event-queue.js';

function commit(table: string, firstRow: string, lastRow: string): EngineEvent {
  return { type: 'commit', table, firstRow: encodeText(firstRow), lastRow: encodeText(lastRow) };
}

function bench() {
  const sent: (readonly EngineEvent[])[] = [];
  const queue = new EventQueue((events, number) => {
    sent.push(events);
    expect(number).toBe(sent.length);
  });
  return { sent, queue };
}

it('Events that happen while others are on their way are merged: commits by table, reports of the status', () => {
  const { sent, queue } = bench();
  const error: EngineEvent = { type: 'error', error: { code: 'IO', message: 'm', details: {} } } as EngineEvent;
  queue.add(commit('a', 'k', 'k'));
  for (const event of [commit('a', 'm', 'p'), commit('b', 'x', 'x'), error, commit('a', 'c', 'n'), error])
    queue.add(event);
  expect(sent).toEqual([[commit('a', 'k', 'k')]]);
  queue.seen(1);
  expect(sent.slice(1)).toEqual([[commit('a', 'c', 'p'), commit('b', 'x', 'x'), error, error]]);
});

it('A commit is not merged into one before a change of the schema', () => {
  const { sent, queue } = bench();
  const schema: EngineEvent = { type: 'schema', table: 'a', change: 'delete' };
  for (const event of [schema, commit('a', 'k', 'k'), schema, commit('a', 'l', 'l')]) queue.add(event);
  queue.seen(1);
  expect(sent[1]).toEqual([commit('a', 'k', 'k'), schema, commit('a', 'l', 'l')]);
});

it('A change of the schema waits no longer than until an answer is sent; other events wait', () => {
  const { sent, queue } = bench();
  const schema: EngineEvent = { type: 'schema', table: 'a', change: 'delete' };
  queue.add(commit('a', 'j', 'j'));
  queue.add(commit('a', 'k', 'k'));
  queue.beforeAnswer();
  expect(sent.length).toBe(1);
  queue.add(schema);
  queue.beforeAnswer();
  expect(sent.slice(1)).toEqual([[commit('a', 'k', 'k'), schema]]);
  queue.add(commit('a', 'l', 'l'));
  queue.seen(1);
  expect(sent.length).toBe(2);
  queue.seen(2);
  expect(sent[2]).toEqual([commit('a', 'l', 'l')]);
});

it('An event is sent at once after the follower has seen everything', () => {
  const { sent, queue } = bench();
  queue.add(commit('a', 'k', 'k'));
  queue.seen(1);
  queue.add(commit('a', 'l', 'l'));
  expect(sent.length).toBe(2);
});

it('A follower that reads nothing costs one event for each table and each code of an error, whatever happens', () => {
  const { sent, queue } = bench();
  queue.add(commit('a', 'k', 'k'));
  for (let round = 0; round < 2_000; round++) {
    queue.add({ type: 'schema', table: `t${round % 3}`, change: round % 2 === 0 ? 'create' : 'delete' });
    queue.add({ type: 'error', error: { code: 'IO', message: `${round}`, details: {} } });
    queue.add(commit('a', 'm', `m${round}`));
  }
  queue.seen(1);
  const [, later = []] = sent;
  expect(later.length).toBeLessThanOrEqual(260);
  expect(new Set(later.map((event) => JSON.stringify([event.type, 'table' in event && event.table])))).toEqual(
    new Set(['["schema","t0"]', '["schema","t1"]', '["schema","t2"]', '["error",false]', '["commit","a"]']),
  );
  expect(later.at(-2)).toMatchObject({ type: 'error', error: { message: '1999' } });
});

it('A wake is sent at once, with the events that wait', () => {
  const { sent, queue } = bench();
  const wake: EngineEvent = { type: 'watch', connection: 'c' };
  queue.add(commit('a', 'k', 'k'));
  queue.add(commit('a', 'l', 'l'));
  queue.add(wake);
  expect(sent).toEqual([[commit('a', 'k', 'k')], [commit('a', 'l', 'l'), wake]]);
  queue.add(commit('a', 'm', 'm'));
  queue.seen(2);
  expect(sent[2]).toEqual([commit('a', 'm', 'm')]);
});
