import type { Connection, LostPart } from 'bigtab';
import { countOf } from '../ui/amounts.js';
import type { CheckOutcome } from './check.js';

/**
 * Repairs everything that is stored. `release`: also removes what is set aside. `onProgress` receives a few words for the
 * user. The problems of the outcome are what is lost.
 */
export async function repair(
  connection: Connection,
  release: boolean,
  signal: AbortSignal,
  onProgress: (words: string) => void,
): Promise<CheckOutcome> {
  const { repaired, quarantined, lost } = await connection.repair({
    release,
    signal,
    onProgress: ({ done, total, unit }) => {
      const percent = Math.floor((100 * done) / Math.max(1, total));
      onProgress(`${unit === 'bytes' ? 'Checking' : 'Repairing'}: ${percent} %`);
    },
  });
  const done = repaired.length === 0 ? 'Nothing had to be repaired' : `Repaired ${countOf(repaired.length, 'file')}`;
  const kept = release
    ? 'the files that were set aside are removed in a minute'
    : `${countOf(quarantined.length, 'file is', 'files are')} set aside`;
  const rest = !release && quarantined.length === 0 ? '' : `; ${kept}`;
  return { sentence: `${done}${rest}.`, problems: lost.map(sentenceOf) };
}

function sentenceOf({ path, table, family, rows, sequenceIds }: LostPart): string {
  const of = table === null ? 'any table' : `table ‘${table}’`;
  if (rows) {
    const { first, last } = rows;
    const range = first === last ? `row ‘${first}’` : `rows from ‘${first}’ ${last === null ? 'on' : `to ‘${last}’`}`;
    return `${path}: cells of ${range} in family ‘${family}’ of ${of}. Older values and deleted cells may be back.`;
  }
  const { first = 0, last = null } = sequenceIds ?? {};
  const which = last === null ? `from number ${first} on` : first === last ? `number ${first}` : `${first} to ${last}`;
  return `${path}: changes of ${of}, ${which}.`;
}
