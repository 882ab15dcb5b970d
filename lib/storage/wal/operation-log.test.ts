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

  it('forgets the oldest answers beyond 4,096 operations or a MiB of answers', () => {
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
    const left = new Set(log.toRecords().map(({ connection }) => connection));
    expect(left.size).toBe(1_024);
    expect(left.has('page 1')).toBe(false);
    expect(left.has('page 2')).toBe(false);
    expect(left.has('page 0')).toBe(true);
  });

  it('is restored from the database record, and from a log that repeats part of it', () => {
    const log = ran(new OperationLog(), 1, 2, 3, 4);
    log.acknowledge('page', 2);
    log.ran('silent', 9, encodeText('done'));
    log.acknowledge('silent', 9);
    const back = OperationLog.from(JSON.parse(JSON.stringify(log.toRecords())));
    expect(back.toRecords()).toEqual(log.toRecords());
    ran(back, 2, 3, 4, 5);
    expect(answer(back, 2)).toBe('OUTCOME_UNKNOWN');
    expect(answer(back, 3)).toBe('answer 3');
    expect(answer(back, 5)).toBe('answer 5');
    expect(answer(back, 9, 'silent')).toBe('OUTCOME_UNKNOWN');
    expect(answer(back, 10, 'silent')).toBeNull();
  });

  it('remembers which connections may have lost operations, until all connections of that time are forgotten', () => {
    const before = ran(new OperationLog(), 1);
    before.lose();
    const log = OperationLog.from(before.toRecords(), before.lost);
    const repeated = (number: number, connection: string): string => {
      try {
        return log.answerOf(connection, number, true) === null ? 'new' : 'known';
      } catch (error) {
        return BigtabError.is(error) ? error.code : String(error);
      }
    };
    log.ran('newer', 1, encodeText('x'));
    log.ran('perhaps older', 2, encodeText('x'));
    expect(['page', 'unknown', 'newer', 'perhaps older'].map((connection) => repeated(3, connection))).toEqual([
      'OUTCOME_UNKNOWN',
      'OUTCOME_UNKNOWN',
      'new',
      'OUTCOME_UNKNOWN',
    ]);
    for (let newer = 0; newer < 1_023; newer++) log.ran(`newer ${newer}`, 1, encodeText('x'));
    expect([log.lost, repeated(3, 'unknown')]).toEqual([true, 'OUTCOME_UNKNOWN']);
    log.ran('the last', 1, encodeText('x'));
    expect([log.lost, repeated(3, 'unknown')]).toEqual([false, 'new']);
  });
});
