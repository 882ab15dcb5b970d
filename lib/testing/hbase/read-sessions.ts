import { readFile } from 'node:fs/promises';
import { inRoot } from '../../build/package/places.js';
import { type CallCase, isCallCase } from '../vectors/calls/call-case.js';
import { needsDatabase } from '../vectors/calls/play-call.js';
import { readHistoryFile } from '../vectors/read-history-file.js';
import { type RecordedSession, readRecording } from './recorded-exchanges.js';

/** The exchanges of the sessions with a gateway. `npm run test:hbase -- --record sessions` writes it. */
export const RECORDING = 'lib/testing/hbase/data/sessions.ndjson.gz';

/** The sessions that were recorded from HBase's own client. */
export async function readSessions(): Promise<readonly CallCase[]> {
  const lines = await readHistoryFile(inRoot('lib/testing/vectors/data/calls.ndjson.gz'));
  return lines.map(({ value }) => value).filter((value) => isCallCase(value) && needsDatabase(value)) as CallCase[];
}

/** The exchanges of each session, by its id. */
export async function readExchanges(): Promise<ReadonlyMap<string, RecordedSession>> {
  const sessions = readRecording(await readFile(inRoot(RECORDING)));
  return new Map(sessions.map((session) => [session.name, session]));
}
