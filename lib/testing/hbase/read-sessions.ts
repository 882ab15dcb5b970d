import { inRoot } from '../../build/package/places.js';
import { type CallCase, isCallCase } from '../vectors/calls/call-case.js';
import { needsDatabase } from '../vectors/calls/play-call.js';
import { readHistoryFile } from '../vectors/read-history-file.js';

/** The sessions that were recorded from HBase's own client. */
export async function readSessions(): Promise<readonly CallCase[]> {
  const lines = await readHistoryFile(inRoot('lib/testing/vectors/data/calls.ndjson.gz'));
  return lines.map(({ value }) => value).filter((value) => isCallCase(value) && needsDatabase(value)) as CallCase[];
}
