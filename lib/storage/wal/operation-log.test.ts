import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import { OperationLog } from './operation-log.js';

function answer(log: OperationLog, number: number, connection = 'page'): string | null {
  try {
    const bytes = log.answerOf(connection, number);
    return bytes === null ? null : decodeText(bytes);
  } catch (error) {
    if (BigtabError.is(error)) return error.code;
    throw error;
  }
}

/** What becomes of an operation that was sent before. */
function repeated(log: OperationLog, number: number, connection: string): string {
  try {
    return log.answerOf(connection, number, true) === null ? 'new' : 'known';
  } catch (error) {
    return BigtabError.is(error) ? error.code : String(error);
  }
}

/** The table after its record was stored and read. */
function stored(log: OperationLog): OperationLog {
  return OperationLog.from(JSON.parse(JSON.stringify(log.facts)));
}

function connections(log: OperationLog): Set<string> {
  return new Set(log.facts.operations.map(({ connection }) => connection));
}

function ran(log: OperationLog, ...numbers: readonly number[]): OperationLog {
  for (const number of numbers) log.ran('page', number, encodeText(`answer ${number}`));
  return log;
}

describe('OperationLog', () => {
  it('answers a repeated operation from memory, and runs a new one', () => {
    const log = ran(new OperationLog(), 1, 2);
    expect(answer(log, 1)).toBe('answer 1');
    expect(answer(log, 2)).toBe('answer 2');
    expect(answer(log, 3)).toBeNull();
    expect(answer(log, 1, 'another page')).toBeNull();
  });

  it('keeps its own copy of an answer', () => {
    const log = new OperationLog();
    const bytes = encodeText('yes');
    log.ran('page', 1, bytes);
    bytes.fill(0);
    expect(answer(log, 1)).toBe('yes');
    log.ran('page', 2, encodeText('yes'));
    expect(log.answerOf('page', 2)).toBe(log.answerOf('page', 1));
  });

  it('forgets acknowledged answers, and never runs such an operation again', () => {
    const log = ran(new OperationLog(), 1, 2, 3);
    log.acknowledge('page', 2);
    expect(answer(log, 1)).toBe('OUTCOME_UNKNOWN');
    expect(answer(log, 2)).toBe('OUTCOME_UNKNOWN');
    expect(answer(log, 3)).toBe('answer 3');
    log.acknowledge('page', 1);
    log.acknowledge('nobody', 5);
    expect(answer(log, 2)).toBe('OUTCOME_UNKNOWN');
  });

  it('allows an operation that wrote nothing to run again', () => {
    const log = ran(new OperationLog(), 1, 3);
    expect(answer(log, 2)).toBeNull();
  });

  it('ignores an acknowledgement beyond the operations that ran', () => {
    const log = ran(new OperationLog(), 1);
    log.acknowledge('page', 100);
    expect(answer(log, 2)).toBeNull();
  });

  it('forgets the oldest answers of a log beyond 4,096 operations or a MiB of answers', () => {
    const log = new OperationLog();
    for (let number = 1; number <= 4_096; number++) ran(log, number);
    expect(answer(log, 1)).toBe('answer 1');
    ran(log, 4_097);
    expect(answer(log, 1)).toBe('OUTCOME_UNKNOWN');

    const large = new OperationLog();
    large.ran('page', 1, new Uint8Array(1 << 19));
    large.ran('page', 2, new Uint8Array(1 << 18));
    large.ran('page', 3, new Uint8Array((1 << 20) - 1));
    expect(large.answerOf('page', 1)?.length).toBe(1 << 19);
    // It can only have run because 1 and 2 had been acknowledged.
    large.ran('page', 4, new Uint8Array(1));
    expect(large.answerOf('page', 3)?.length).toBe((1 << 20) - 1);
    expect(() => large.answerOf('page', 2)).toThrow();
  });

  it('remembers 1,024 connections, and forgets the one that was idle longest', () => {
    const log = new OperationLog();
    for (let page = 0; page < 1_024; page++) log.ran(`page ${page}`, 1, encodeText('x'));
    log.ran('page 0', 2, encodeText('y'));
    log.ran('new 1', 1, encodeText('x'));
    log.ran('new 2', 1, encodeText('x'));
    const left = connections(log);
    expect(left.size).toBe(1_024);
    expect(left.has('page 1')).toBe(false);
    expect(left.has('page 2')).toBe(false);
    expect(left.has('page 0')).toBe(true);
  });

  it('forgets a connection that has acknowledged everything first, and does not count it as forgotten', () => {
    const log = new OperationLog();
    for (let page = 0; page < 1_024; page++) log.ran(`3/${page}`, 1, encodeText('x'));
    log.acknowledge('3/7', 1);
    log.ran('3/new', 1, encodeText('x'));
    expect([repeated(log, 1, '3/0'), repeated(log, 1, '3/7')]).toEqual(['known', 'new']);
    log.ran('3/newer', 1, encodeText('x'));
    expect([repeated(log, 1, '3/0'), repeated(log, 1, '3/7')]).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']);
  });

  it('runs a repeated operation of an unknown connection only if its epoch is above those that were forgotten', () => {
    const log = new OperationLog();
    log.ran('5/first', 1, encodeText('x'));
    for (let page = 0; page < 1_024; page++) log.ran(`9/${page}`, 1, encodeText('x'));
    for (const table of [log, stored(log), stored(stored(log))]) {
      const ids = ['5/first', 'no epoch', '5f/a', '4/a', '5/a', '6/a', '10/a'];
      expect(ids.map((id) => repeated(table, 1, id))).toEqual([...Array(5).fill('OUTCOME_UNKNOWN'), ...['new', 'new']]);
      // It was never sent before.
      expect(answer(table, 1, '5/a')).toBeNull();
    }
    // What it ran before it was forgotten is not known again when it continues.
    log.ran('5/first', 3, encodeText('x'));
    expect([1, 2, 3, 4].map((number) => repeated(log, number, '5/first'))).toEqual([
      ...['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'known', 'OUTCOME_UNKNOWN'],
    ]);
    expect(repeated(stored(log), 4, '5/first')).toBe('OUTCOME_UNKNOWN');
    expect(answer(log, 4, '5/first')).toBeNull();
  });

  it('stores nothing of a connection that has acknowledged everything', () => {
    const log = ran(new OperationLog(), 1, 2, 3);
    log.acknowledge('page', 2);
    expect(connections(log)).toEqual(new Set(['page']));
    log.acknowledge('page', 3);
    expect(log.facts).toEqual({ operations: [] });
  });

  it('forgets answers when it must, and stores up to which operation', () => {
    const log = ran(new OperationLog(), 2, 3, 1, 4);
    log.forget('page', 3);
    expect([1, 2, 3, 4, 5].map((number) => answer(log, number))).toEqual([
      ...['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'answer 4', null],
    ]);
    log.forget('page');
    log.forget('unknown');
    expect(log.facts.operations).toEqual([{ connection: 'page', highest: 4, acknowledged: 4, answers: [] }]);
    expect([4, 5].map((number) => answer(stored(log), number))).toEqual(['OUTCOME_UNKNOWN', null]);
  });

  it('forgets the oldest operations of a log, also if one was refused and ran after later ones', () => {
    const log = ran(new OperationLog({ operations: 3, answerBytes: 1_000, connections: 9, foundBytes: 1_000 }), 2, 3);
    ran(log, 1, 4);
    expect([1, 2, 3, 4].map((number) => answer(log, number))).toEqual([
      ...['OUTCOME_UNKNOWN', 'answer 2', 'answer 3', 'answer 4'],
    ]);
  });

  it('stores equal answers of successive operations once', () => {
    const log = new OperationLog();
    for (const number of [1, 2, 3, 5, 6]) log.ran('page', number, encodeText('yes'));
    log.ran('page', 7, encodeText('no'));
    const [record] = log.facts.operations;
    expect(record?.answers.map(({ number, last }) => [number, last])).toEqual([
      [1, 3],
      [5, 6],
      [7, undefined],
    ]);
    const back = stored(log);
    expect([1, 2, 3, 4, 5, 6, 7].map((number) => answer(back, number))).toEqual([
      ...['yes', 'yes', 'yes', null, 'yes', 'yes', 'no'],
    ]);
    expect(back.facts).toEqual(log.facts);
  });

  it('knows how many bytes of answers it can still keep', () => {
    const log = new OperationLog();
    expect(log.roomOf('page')).toBe(1 << 20);
    log.ran('page', 1, new Uint8Array(1_000));
    log.ran('other', 1, new Uint8Array(5));
    expect([log.roomOf('page'), log.has('page', 1), log.has('page', 2)]).toEqual([(1 << 20) - 1_000, true, false]);
    log.acknowledge('page', 1);
    expect([log.roomOf('page'), log.has('page', 1)]).toEqual([1 << 20, false]);
  });

  it('keeps 2 MiB of the answers that an opening finds, those of living clients, and all of the one that ran last', () => {
    const log = new OperationLog();
    for (let page = 0; page < 6; page++) {
      for (let number = 1; number <= 7; number++) log.ran(`1/${page}`, number, new Uint8Array(100_000).fill(number));
    }
    expect(log.complete()).toBe(true);
    const kept = () => [0, 1, 2, 3, 4, 5].map((page) => repeated(log, 1, `1/${page}`));
    expect(kept()).toEqual(Array(6).fill('known'));
    log.acknowledge('1/1', 0);
    log.bound();
    expect(kept()).toEqual(['OUTCOME_UNKNOWN', 'known', 'OUTCOME_UNKNOWN', 'known', 'known', 'known']);
    expect(repeated(log, 8, '1/0')).toBe('new');
    expect(new OperationLog().complete()).toBe(false);
  });

  it('reads records without acknowledgements as they were meant', () => {
    const answers = [
      { number: 3, answer: btoa('three') },
      { number: 5, answer: btoa('five') },
    ];
    const log = OperationLog.from({
      operations: [
        { connection: 'page', highest: 6, answers },
        { connection: 'silent', highest: 9, answers: [] },
      ],
    });
    expect([2, 3, 4, 5, 6].map((number) => answer(log, number))).toEqual([
      ...['OUTCOME_UNKNOWN', 'three', null, 'five', null],
    ]);
    expect([9, 10].map((number) => answer(log, number, 'silent'))).toEqual(['OUTCOME_UNKNOWN', null]);
    const lost = OperationLog.from({ operations: [], lostOperations: true });
    expect(['page', '0/a', '1/a'].map((id) => repeated(lost, 1, id))).toEqual([
      ...['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'new'],
    ]);
  });

  it('is restored from the database record, and from a log that repeats part of it', () => {
    const log = ran(new OperationLog(), 1, 2, 3, 4);
    log.acknowledge('page', 2);
    log.ran('silent', 9, encodeText('done'));
    log.acknowledge('silent', 9);
    const back = stored(log);
    expect(back.facts).toEqual(log.facts);
    ran(back, 2, 3, 4, 5);
    expect(answer(back, 2)).toBe('OUTCOME_UNKNOWN');
    expect(answer(back, 3)).toBe('answer 3');
    expect(answer(back, 5)).toBe('answer 5');
    expect(answer(log, 9, 'silent')).toBe('OUTCOME_UNKNOWN');
    expect(answer(back, 10, 'silent')).toBeNull();
  });

  it('remembers which connections may have lost operations: those of earlier epochs', () => {
    const before = ran(new OperationLog(), 1);
    before.ran('3/page', 1, encodeText('x'));
    before.lose(4);
    const log = stored(stored(before));
    log.ran('4/newer', 1, encodeText('x'));
    const ids = ['page', '3/page', '3/unknown', '4/newer', '4/unknown'];
    expect(ids.map((id) => repeated(log, 3, id))).toEqual([
      ...['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'new', 'new'],
    ]);
    expect([repeated(log, 1, 'page'), repeated(log, 1, '3/page')]).toEqual(['known', 'known']);
    // Never sent before.
    expect(answer(log, 2, '3/page')).toBeNull();
  });
});
