/* Random attributes of families. */
import fc from 'fast-check';
import type { FamilyText, History, Operation } from '../vectors/history.js';
import type { Moments } from './alphabet.js';

type Attributes = Omit<FamilyText, 'NAME'>;

/** A table with the families `f` and `g`. */
export function tables(moments: Moments): fc.Arbitrary<History['table']> {
  return fc
    .tuple(attributes(moments), attributes(moments), fc.constantFrom(...moments.purgeDelays))
    .map(([f, g, purgeDelay]) => ({
      families: [
        { NAME: 'f', ...possible(f) },
        { NAME: 'g', ...possible(g) },
      ],
      ...(purgeDelay === '0' ? {} : { config: { 'hbase.hstore.time.to.purge.deletes': purgeDelay } }),
    }));
}

/** New attributes for a family; `h` does not exist at first. */
export function alterations(moments: Moments): fc.Arbitrary<Operation> {
  return fc
    .tuple(fc.constantFrom('f', 'f', 'g', 'h'), attributes(moments))
    .map(([NAME, others]) => ({ op: 'alter' as const, families: [{ NAME, ...others }] }));
}

/** The attributes for creating a table. Attributes that would be refused are left to alter. */
function possible(family: Attributes): Attributes {
  return family.NEW_VERSION_BEHAVIOR === 'true' ? { ...family, KEEP_DELETED_CELLS: 'FALSE' } : family;
}

function attributes(moments: Moments): fc.Arbitrary<Attributes> {
  const versions = fc.constantFrom(1, 1, 2, 2, 3, 2147483647);
  const minVersions = fc.constantFrom(0, 0, 0, 1, 2);
  const timeToLive = fc.constantFrom(...moments.timesToLive);
  const keepDeletedCells = fc.constantFrom('FALSE', 'FALSE', 'TRUE', 'TTL');
  const newVersionBehavior = fc.constantFrom('false', 'false', 'true');
  const bloomFilter = fc.constantFrom('ROW', 'ROWCOL', 'NONE');
  return fc
    .tuple(versions, minVersions, timeToLive, keepDeletedCells, newVersionBehavior, bloomFilter)
    .map(([most, least, TTL, KEEP_DELETED_CELLS, NEW_VERSION_BEHAVIOR, BLOOMFILTER]) => ({
      VERSIONS: String(most),
      MIN_VERSIONS: String(Math.min(most, least)),
      TTL,
      KEEP_DELETED_CELLS,
      NEW_VERSION_BEHAVIOR,
      BLOOMFILTER,
    }));
}
