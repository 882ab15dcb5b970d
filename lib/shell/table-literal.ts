import { BigtabError } from '../errors.js';
import type { FamilyAttributes } from '../model/schema/family-descriptor.js';
import { type FamilyValues, familyLiteral } from '../model/schema/family-values.js';
import type { TableLike } from '../model/schema/table-descriptor.js';
import { literalOfTable, type TableValues } from '../model/schema/table-values.js';

const BYPASS_KEY = 'hbase.table.sanity.checks';

/**
 * The literal of a table with these attributes, as raw text by HBase's keys. Throws INVALID_OPERATION for an attribute
 * of a family that cannot be read (S-41, A-36), and, unless the table switches these checks off, for an attribute that
 * has an effect only in HBase and fails HBase's sanity checks (S-40). All others are checked when the table is created.
 */
export function tableLiteral(table: TableValues): TableLike {
  const { values, families } = table;
  if (values.get(BYPASS_KEY)?.toLowerCase() !== 'false') for (const family of families) refuseInsane(family);
  return literalOfTable(table, families.map(readableFamily));
}

/** The literal of one family. Throws INVALID_OPERATION for an attribute that cannot be read (S-41, A-36). */
export function readableFamily(family: FamilyValues): FamilyAttributes {
  return familyLiteral(family, ({ message }) => {
    throw new BigtabError('INVALID_OPERATION', message);
  });
}

function refuseInsane({ name, values }: FamilyValues): void {
  const scope = Number(values.get('REPLICATION_SCOPE') ?? 0);
  const copies = Number(values.get('DFS_REPLICATION') ?? 0);
  const insane =
    scope < 0 || scope > 2
      ? `Replication scope for column family ${name} is ${scope} which is invalid. It may be 0, 1 or 2.`
      : // The two spaces are HBase's.
        copies < 0 && `HFile Replication for column family ${name}  must be greater than zero.`;
  if (insane !== false) throw new BigtabError('INVALID_OPERATION', insane);
}
