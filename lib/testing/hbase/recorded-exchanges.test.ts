import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import type { FetchLike } from '../../hbase/gateway.js';
import { connectHBase } from '../../hbase.js';
import { type BigtabError, Get } from '../../index.js';
import { createFakeGateway, type FakeGateway } from './fake-gateway.js';
import { ExchangeRecorder, type RecordedSession, readRecording } from './recorded-exchanges.js';
import { ReplayedSession } from './replayed-exchanges.js';
import { callOf, tableOf } from './send-call.js';

const b = encodeText;
const T = b('t');
const get = (row: string) => ({ table: T, get: { row: b(row), columns: [{ family: b('f'), qualifier: b('q') }] } });
const put = (row: string, value: string) => ({
  table: T,
  put: { row: b(row), columnValues: [{ family: b('f'), qualifier: b('q'), value: b(value) }] },
});

describe('recorded exchanges', () => {
  let gateway: FakeGateway;
  beforeEach(async () => {
    gateway = await createFakeGateway();
    await callOf(gateway.fetch)('createTable', {
      descriptor: { tableName: tableOf('t'), columns: [{ name: b('f') }] },
    });
  });
  afterEach(() => gateway.close());

  /** A session that reads, writes and reads again. */
  const record = async () => {
    const recorder = new ExchangeRecorder(gateway.fetch);
    const call = callOf(recorder.fetch);
    recorder.begin('first');
    const answers = [await call('get', get('r')), await call('put', put('r', 'v')), await call('get', get('r'))];
    recorder.begin('second');
    await call('exists', get('s'));
    return { answers, sessions: readRecording(recorder.toFile()) };
  };
  const replay = async () => {
    const { answers, sessions } = await record();
    const replayed = new ReplayedSession(sessions[0] as (typeof sessions)[number]);
    return { answers, replayed, call: callOf(replayed.fetch) };
  };

  it('are stored by session', async () => {
    const { sessions } = await record();
    expect(sessions.map(({ name, exchanges }) => [name, exchanges.map(({ method }) => method)])).toEqual([
      ['first', ['get', 'put', 'get']],
      ['second', ['exists']],
    ]);
  });

  it('answer equal requests in the recorded order', async () => {
    const { answers, replayed, call } = await replay();
    expect([await call('get', get('r')), await call('put', put('r', 'v')), await call('get', get('r'))]).toEqual(
      answers,
    );
    expect(answers[0]).not.toEqual(answers[2]);
    replayed.check();
  });

  it('answer requests that differ in any order', async () => {
    const { answers, call } = await replay();
    expect(await call('put', put('r', 'v'))).toEqual(answers[1]);
    expect(await call('get', get('r'))).toEqual(answers[0]);
  });

  it('name the fields in which a request differs from the recorded one', async () => {
    const { replayed, call } = await replay();
    await expect(call('put', put('r', 'w'))).rejects.toThrow('status 400');
    expect(replayed.failures).toEqual([
      "put was sent with other arguments than recorded: put.columnValues[0].value: sent 'w', recorded 'v'",
    ]);
    expect(() => replayed.check()).toThrow('session first: put was sent with other arguments');
  });

  it('name a field that is missing on one side', async () => {
    const { replayed, call } = await replay();
    const { table, get: whole } = get('r');
    await expect(call('get', { table, get: { row: whole.row, maxVersions: 3 } })).rejects.toThrow();
    expect(replayed.failures[0]).toContain('get.maxVersions: sent 3, recorded nothing; get.columns: sent nothing');
  });

  it('refuse a request that is sent more often than recorded, and a method that was not', async () => {
    const { replayed, call } = await replay();
    await call('put', put('r', 'v'));
    await expect(call('put', put('r', 'v'))).rejects.toThrow();
    await expect(call('tableExists', { tableName: tableOf('t') })).rejects.toThrow();
    expect(replayed.failures).toEqual([
      'put was sent more than once, as recorded',
      'tableExists was sent, and the recording has no tableExists',
    ]);
  });

  it('report what was recorded and not sent', async () => {
    const { replayed, call } = await replay();
    await call('get', get('r'));
    expect(() => replayed.check()).toThrow('session first: recorded, but not sent: put, get');
  });

  it('replay what a connection did, on another connection', async () => {
    const recorder = new ExchangeRecorder(gateway.fetch);
    /** What a user does, and what the calls answer. */
    const use = async (fetch: FetchLike) => {
      const connection = await connectHBase({ url: 'http://gateway.invalid/', fetch });
      const table = await connection.ensureTable({ name: 'notes', families: ['f'] });
      await table.put(['a', 'b', 'c'].map((row) => ({ row, cells: { f: { q: row } } })));
      const counter = await table.incrementColumnValue('a', 'f', 'n', 5);
      await table.delete({ row: 'b' });
      const refused = await table.get(new Get('a').addFamily('none')).catch(({ code }: BigtabError) => code);
      const rows = await table.getScanner().toArray();
      await connection.close();
      return [counter, refused, JSON.stringify(rows)];
    };
    recorder.begin('notes');
    const answers = await use(recorder.fetch);
    const replayed = new ReplayedSession(readRecording(recorder.toFile())[0] as RecordedSession);
    expect(await use(replayed.fetch)).toEqual(answers);
    replayed.check();
  });
});
