import { describe, expect, it } from 'vitest';
import { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { asText, openLog, readBack, testRecord, writeGroup } from '../../testing/samples/log-records.js';

/*
 * The catalog's position in the log names a segment that a power cut may take: its name was young.
 */

const texts = (...ids: readonly number[]): string[] => ids.map((id) => asText(testRecord(id)));

/** Two records, of which no other states that the second one is on the device. */
async function twoRecords(): Promise<VisibleFiles> {
  const files = new VisibleFiles();
  const { wal } = await openLog(files);
  writeGroup(wal, testRecord(1));
  wal.flush();
  writeGroup(wal, testRecord(2));
  await wal.close();
  return files;
}

/** A second writer copies the second record, and a commit names a position after its own one; then its segment is lost. */
async function withLostPosition() {
  const files = await twoRecords();
  const { wal } = await openLog(files);
  writeGroup(wal, testRecord(3));
  wal.flush();
  const position = wal.positionAfter(3);
  expect(position).toMatchObject({ path: 'wal/2-1', sequenceId: 3 });
  await wal.close();
  for (const path of files.paths()) if (path.startsWith('wal/2-')) await files.remove(path);
  return { files, position };
}

describe('A log without the segment of its position', () => {
  it('is sound in the next segment, whose first records the lost one had too', async () => {
    const { files, position } = await withLostPosition();
    const { log, records } = await readBack(files, { logStart: 1, position });
    expect(records).toEqual(texts(2));
    expect(log.segments).toMatchObject([{ path: 'wal/1-1', lastSequenceId: 1 }]);
    const third = await openLog(files, { epoch: 3, previous: log, lastSequenceId: 3 });
    writeGroup(third.wal, testRecord(4));
    await third.wal.close();
    // A table has gone back, so its edits from 2 on are needed, and the next commit states where they begin.
    const again = await readBack(files, { logStart: 1 });
    expect(again.log.places.at(-1)).toMatchObject({ path: 'wal/3-1', sequenceId: 1 });
    const last = await readBack(files, { logStart: 1, position: again.log.places.at(-1) });
    expect(last.log.problems).toEqual([]);
    expect(last.records).toEqual(texts(2, 4));
  });

  it('begins where its oldest segment begins: no record is said to be before that', async () => {
    const { files, position } = await withLostPosition();
    const { log } = await readBack(files, { logStart: 1, position });
    const [place] = log.places;
    expect(place).toMatchObject({ path: 'wal/1-1', sequenceId: 0 });
    const again = await readBack(files, { logStart: 0, position: place });
    expect(again.log.problems).toEqual([]);
    expect(again.records).toEqual(texts(1, 2));
  });

  it('has lost nothing that is in store files', async () => {
    const { files, position } = await withLostPosition();
    const active = { path: 'wal/2-1', old: false };
    const { log } = await readBack(files, { logStart: 3, position, active });
    expect(log.problems).toEqual([expect.stringMatching(/^wal\/2-1 is missing: .* perhaps lost/)]);
    expect(log.lost).toEqual([{ path: 'wal/2-1', sequenceIds: { first: 4 } }]);
  });
});
