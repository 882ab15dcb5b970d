/* Attributes of families drawn by chance. */
import fc from 'fast-check';
import type { FamilyText, History } from '../vectors/history.js';
import type { Moments } from './alphabet.js';
import type { Operation } from './operation.js';

/** A table of the families `f` and `g`. */
export function tables(moments: Moments): fc.Arbitrary<History['table']> {
  return fc
    .tuple(attributes(moments), attributes(moments), fc.constantFrom(...moments.purgeDelays))
    .map(([f, g, purgeDelay]) => ({
      families: [
        { NAME: 'f', ...f },
        { NAME: 'g', ...g },
      ],
      ...(purgeDelay === '0' ? {} : { config: { 'hbase.hstore.time.to.purge.deletes': purgeDelay } }),
    }));
}

/** New attributes for a family; `h` is a new one at first. */
export function alterations(moments: Moments): fc.Arbitrary<Operation> {
  return fc
    .tuple(fc.constantFrom('f', 'f', 'g', 'h'), attributes(moments))
    .map(([NAME, others]) => ({ op: 'alter' as const, families: [{ NAME, ...others }] }));
}

function attributes(moments: Moments): fc.Arbitrary<Omit<FamilyText, 'NAME'>> {
  const versions = fc.constantFrom(1, 1, 2, 2, 3, 2147483647);
  const minVersions = fc.constantFrom(0, 0, 0, 1, 2);
  const timeToLive = fc.constantFrom(...moments.timesToLive);
  const keepDeletedCells = fc.constantFrom('FALSE', 'FALSE', 'TRUE', 'TTL');
  const bloomFilter = fc.constantFrom('ROW', 'ROWCOL', 'NONE');
  return fc
    .tuple(versions, minVersions, timeToLive, keepDeletedCells, bloomFilter)
    .map(([most, least, TTL, KEEP_DELETED_CELLS, BLOOMFILTER]) => ({
      VERSIONS: String(most),
      MIN_VERSIONS: String(Math.min(most, least)),
      TTL,
      KEEP_DELETED_CELLS,
      BLOOMFILTER,
    }));
}
