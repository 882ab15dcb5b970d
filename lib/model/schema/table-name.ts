import { compareBytes } from '../../bytes/compare.js';
import { notAllowed } from '../../bytes/kind.js';
import { encodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { MAX_TABLE_NAME_LENGTH } from '../limits.js';

/** The parts of a table name. `default:t` and `t` are the same table (N-1). */
export interface TableName {
  readonly namespace: string;
  readonly qualifier: string;
  /** The printed and stored form: `t` in the namespace `default`, else `ns:t`. */
  readonly name: string;
}

/** The namespace of tables whose name contains none (N-1). */
export const DEFAULT_NAMESPACE = 'default';

/**
 * Splits a table name at its first colon and checks both parts (N-1 … N-7). Throws INVALID_ARGUMENT. HBase:
 * `TableName.valueOf(String)`.
 */
export function parseTableName(name: unknown): TableName {
  if (typeof name !== 'string') throw notAllowed('a table name', 'text', name);
  const colon = name.indexOf(':');
  const namespace = colon < 0 ? DEFAULT_NAMESPACE : name.slice(0, colon);
  const qualifier = name.slice(colon + 1);
  if (qualifier === '-ROOT-') throw invalidArgument('-ROOT- has been deprecated.');
  if (qualifier === '.META.') {
    throw invalidArgument('.META. no longer exists. The table has been renamed to hbase:meta');
  }
  checkNamespaceName(namespace);
  checkQualifier(qualifier);
  return { namespace, qualifier, name: namespace === DEFAULT_NAMESPACE ? qualifier : `${namespace}:${qualifier}` };
}

/** The namespaces of HBase's own tables; the second one is for its backups (N-10). */
const SYSTEM_NAMESPACES = ['hbase', 'backup'];

/** Whether it is one of HBase's own tables, which are listed only on request (N-10, N-11). */
export function isSystemTable({ namespace }: TableName): boolean {
  return SYSTEM_NAMESPACES.includes(namespace);
}

/** Returns a table name in its printed form. Throws INVALID_ARGUMENT as `parseTableName` does. */
export function normalizeTableName(name: unknown): string {
  return parseTableName(name).name;
}

/** Removes `default:` from a name that has it (N-1), without checking the name. */
export function withoutDefault(name: string): string {
  return name.replace(/^default:/, '');
}

/**
 * The order of listings: by the bytes of `namespace:qualifier`, including `default:` (S-50). REQUIRES printed names.
 */
export function compareTableNames(a: string, b: string): number {
  return compareBytes(encodeText(writtenOut(a)), encodeText(writtenOut(b)));
}

/**
 * Throws INVALID_ARGUMENT for a name that is not allowed for a namespace (N-4, N-5, N-7). HBase:
 * `TableName.isLegalNamespaceName`.
 */
export function checkNamespaceName(namespace: string): void {
  checkPart(namespace, 'Namespace name', /[_\p{Alphabetic}\p{Nd}]/u, (unit, at) => {
    return `<${unit}> at ${at}. Namespaces may only contain 'alphanumeric characters' from any language and digits`;
  });
}

/** Throws INVALID_ARGUMENT for a name that is not allowed for a snapshot (N-9). */
export function checkSnapshotName(name: unknown): asserts name is string {
  if (typeof name !== 'string') throw notAllowed('the name of a snapshot', 'text', name);
  checkQualifier(name, 'Snapshot', 'Snapshot');
}

/** HBase: `TableName.isLegalTableQualifierName` (N-2, N-3). */
function checkQualifier(qualifier: string, what = 'Table', whose = 'User-space table'): void {
  if (/^[-.]/.test(qualifier)) {
    throw invalidArgument(
      `Illegal first character <${qualifier.charCodeAt(0)}> at 0. ${whose} qualifiers can only start with 'alphanumeric characters' from any language: ${qualifier}`,
    );
  }
  checkPart(qualifier, `${what} qualifier`, /[-._\p{Alphabetic}\p{Nd}]/u, (unit, at) => {
    return `code:${unit.charCodeAt(0)}, <${unit}> at ${at}. ${whose} qualifiers may only contain 'alphanumeric characters' and digits`;
  });
}

/** `legal` is tested on each UTF-16 code unit separately, so characters beyond the BMP are illegal (N-3). */
function checkPart(part: string, what: string, legal: RegExp, illegal: (unit: string, at: number) => string): void {
  if (part === '') throw invalidArgument(`${what} must not be empty`);
  for (const [at, unit] of part.split('').entries()) {
    if (!legal.test(unit)) throw invalidArgument(`Illegal character ${illegal(unit, at)}: ${part}`);
  }
  if (part === 'zookeeper') throw invalidArgument("Tables may not be named 'zookeeper'");
  const { length } = encodeText(part);
  if (length > MAX_TABLE_NAME_LENGTH) {
    throw invalidArgument(`${what} can have at most ${MAX_TABLE_NAME_LENGTH} bytes of UTF-8; got ${length}`);
  }
}

function writtenOut(name: string): string {
  return name.includes(':') ? name : `${DEFAULT_NAMESPACE}:${name}`;
}
