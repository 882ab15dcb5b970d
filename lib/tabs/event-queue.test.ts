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

it('An event is sent at once after the follower has seen everything', () => {
  const { sent, queue } = bench();
  queue.add(commit('a', 'k', 'k'));
  queue.seen(1);
  queue.add(commit('a', 'l', 'l'));
  expect(sent.length).toBe(2);
});
