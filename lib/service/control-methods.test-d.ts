import { describe, expectTypeOf, it } from 'vitest';
import type { callEngine, callWorker } from '../client/calls/control-call.js';
import type { Session } from '../client/calls/session.js';
import { encodeControl } from './control-codec.js';
import type { Answers, LongCallProgress, WorkerMethods } from './control-methods.js';

declare const session: Session;
declare const worker: Parameters<typeof callWorker>[0];
declare const call: Parameters<typeof callEngine>[0];
declare const askWorker: typeof callWorker;
declare const askEngine: typeof callEngine;
declare function answerWith(answers: Answers<WorkerMethods>): void;

describe('a caller of a control method', () => {
  it('uses the arguments and the result in the table', () => {
    expectTypeOf(session.control('alone', 'tableExists', 't')).toEqualTypeOf<Promise<boolean>>();
    expectTypeOf(session.control('alone', 'progressOf', 'token', 0)).toEqualTypeOf<Promise<LongCallProgress | null>>();
    expectTypeOf(session.control('change', 'deleteTable', 't')).toEqualTypeOf<Promise<void>>();
    expectTypeOf(askWorker(worker, 'listDatabases', 5000)).toEqualTypeOf<Promise<readonly string[]>>();
    expectTypeOf(askEngine(call, 'id', 'beginUpgrade', 1)).toEqualTypeOf<Promise<number | null>>();
  });

  it('cannot misspell the name of a method', () => {
    // @ts-expect-error: the method is tableExists
    session.control('alone', 'tableExist', 't');
    // @ts-expect-error: the method is listDatabases
    askWorker(worker, 'listDatabase', 5000);
    // @ts-expect-error: a method of the engine, not of the worker
    askWorker(worker, 'status');
    // @ts-expect-error: a method of the worker, not of the engine
    askEngine(call, 'id', 'listDatabases', 5000);
    // @ts-expect-error: the method is flushLog
    encodeControl('flushLogs', []);
  });

  it('cannot pass other arguments', () => {
    // @ts-expect-error: a table's name is text
    session.control('alone', 'tableExists', 7);
    // @ts-expect-error: an argument is missing
    session.control('change', 'cloneTableSchema', 't');
    // @ts-expect-error: there is one argument
    askEngine(call, 'id', 'beginUpgrade', 1, 2);
    // @ts-expect-error: the option is durability
    askWorker(worker, 'open', { name: 'crawl', durrability: 'SYNC_WAL' }, 5000);
  });

  it('numbers only the changes of the schema', () => {
    // @ts-expect-error: it changes the schema
    session.control('alone', 'deleteTable', 't');
    // @ts-expect-error: it changes nothing
    session.control('change', 'tableExists', 't');
  });
});

describe('the end that answers control methods', () => {
  const open = async () => 1;
  const close = () => undefined;
  const handOver = () => false;
  const deleteDatabase = async () => undefined;
  const listDatabases = () => ['crawl'];

  it('may answer immediately or later', () => {
    answerWith({ open, close, handOver, deleteDatabase, listDatabases });
  });

  it('has every method, and no other', () => {
    // @ts-expect-error: listDatabases is missing
    answerWith({ open, close, handOver, deleteDatabase });
    // @ts-expect-error: the method is listDatabases
    answerWith({ open, close, handOver, deleteDatabase, listDatabases, listDatabase: listDatabases });
  });

  it('uses the arguments and the result in the table', () => {
    // @ts-expect-error: a database's name is text
    answerWith({ open, close, handOver, deleteDatabase: async (_name: number) => undefined, listDatabases });
    // @ts-expect-error: names are text
    answerWith({ open, close, handOver, deleteDatabase, listDatabases: () => [7] });
    // @ts-expect-error: the result is nothing
    answerWith({ open, close: async () => 7, deleteDatabase, listDatabases });
  });

  it('receives bytes in printable form', () => {
    interface Methods {
      flush(table: string, family: Uint8Array | null): void;
    }
    expectTypeOf<Parameters<Answers<Methods>['flush']>>().toEqualTypeOf<[table: string, family: string | null]>();
  });
});
