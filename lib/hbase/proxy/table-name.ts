import { decodeTextStrict } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';

/** The namespace of tables whose names have none. */
const DEFAULT_NAMESPACE = 'default';

/** HBase's limit for names is that of file names, which is lower. */
const LONGEST = 1024;

/**
 * The name of a table in one form: `t` in the default namespace, otherwise `ns:t`. Throws CORRUPTION if HBase would not
 * read the same name.
 */
export function tableName(namespace: Uint8Array | undefined, qualifier: Uint8Array | undefined): string {
  const table = readName(qualifier ?? new Uint8Array(0));
  if (namespace === undefined || namespace.length === 0) return table;
  const space = readName(namespace);
  return space === DEFAULT_NAMESPACE ? table : `${space}:${table}`;
}

/** The same for `t` or `ns:t`. */
export function tableNameOfBytes(bytes: Uint8Array): string {
  const colon = bytes.indexOf(0x3a);
  if (colon < 0) return tableName(undefined, bytes);
  if (colon === 0) throw badName('it has an empty namespace');
  return tableName(bytes.subarray(0, colon), bytes.subarray(colon + 1));
}

function readName(bytes: Uint8Array): string {
  if (bytes.length === 0) throw badName('it is empty');
  if (bytes.length > LONGEST) throw badName(`it has ${bytes.length} bytes`);
  const name = decodeTextStrict(bytes);
  if (name === null) throw badName('it is not UTF-8');
  if (name.includes(':')) throw badName('it has more than one colon');
  return name;
}

function badName(reason: string): BigtabError {
  return new BigtabError('CORRUPTION', `the name of a table is not valid: ${reason}`);
}
