import { compareBytes } from '../bytes/compare.js';
import { kindOf } from '../bytes/kind.js';
import { encodeText, utf8Length } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { MAX_TABLE_NAME_LENGTH } from './limits.js';

/** A table name taken apart. `default:t` and `t` are the same table (N-1). */
export interface TableName {
  readonly namespace: string;
  readonly qualifier: string;
  /** As it is printed and kept: `t` in the namespace `default`, else `ns:t`. */
  readonly name: string;
}

/** The namespace of names without one (N-1). */
export const DEFAULT_NAMESPACE = 'default';

const FORBIDDEN = 'zookeeper';
/** Asked for each UTF-16 code unit alone, so that characters beyond the BMP are illegal (N-3). */
const ALPHANUMERIC = /^[\p{Alphabetic}\p{Nd}]$/u;

/**
 * Takes a table name apart at its first colon and checks both parts (N-1 … N-7). Throws INVALID_ARGUMENT.
 * HBase: `TableName.valueOf(String)`.
 */
export function parseTableName(name: unknown): TableName {
  if (typeof name !== 'string') throw invalidArgument(`a table name must be text; got ${kindOf(name)}`);
  const colon = name.indexOf(':');
  const namespace = colon < 0 ? DEFAULT_NAMESPACE : name.slice(0, colon);
  const qualifier = name.slice(colon + 1);
  checkOldName(qualifier);
  checkNamespaceName(namespace);
  checkQualifier(qualifier);
  return { namespace, qualifier, name: namespace === DEFAULT_NAMESPACE ? qualifier : `${namespace}:${qualifier}` };
}

/** A table name in its printed form. Throws INVALID_ARGUMENT as `parseTableName`. */
export function normalizeTableName(name: unknown): string {
  return parseTableName(name).name;
}

/** Order of listings: bytes of `namespace:qualifier`, `default:` written out (S-50). REQUIRES printed names. */
export function compareTableNames(a: string, b: string): number {
  return compareBytes(encodeText(writtenOut(a)), encodeText(writtenOut(b)));
}

/** Throws INVALID_ARGUMENT for an illegal namespace (N-4, N-5). HBase: `TableName.isLegalNamespaceName`. */
export function checkNamespaceName(namespace: string): void {
  if (namespace === '') throw invalidArgument('Namespace name must not be empty');
  for (let index = 0; index < namespace.length; index++) {
    const unit = namespace[index] as string;
    if (unit !== '_' && !ALPHANUMERIC.test(unit)) {
      throw invalidArgument(
        `Illegal character <${unit}> at ${index}. Namespaces may only contain 'alphanumeric characters' from any language and digits: ${namespace}`,
      );
    }
  }
  if (namespace === FORBIDDEN) throw invalidArgument("Tables may not be named 'zookeeper'");
  checkLength(namespace, 'namespace');
}

/** HBase: `TableName.isLegalTableQualifierName`. */
function checkQualifier(qualifier: string): void {
  if (qualifier === '') throw invalidArgument('Table qualifier must not be empty');
  const first = qualifier[0] as string;
  if (first === '.' || first === '-') {
    throw invalidArgument(
      `Illegal first character <${first.charCodeAt(0)}> at 0. User-space table qualifiers can only start with 'alphanumeric characters' from any language: ${qualifier}`,
    );
  }
  for (let index = 0; index < qualifier.length; index++) {
    const unit = qualifier[index] as string;
    if (unit !== '_' && unit !== '-' && unit !== '.' && !ALPHANUMERIC.test(unit)) {
      throw invalidArgument(
        `Illegal character code:${unit.charCodeAt(0)}, <${unit}> at ${index}. User-space table qualifiers may only contain 'alphanumeric characters' and digits: ${qualifier}`,
      );
    }
  }
  if (qualifier === FORBIDDEN) throw invalidArgument("Tables may not be named 'zookeeper'");
  checkLength(qualifier, 'table qualifier');
}

function checkOldName(qualifier: string): void {
  if (qualifier === '-ROOT-') throw invalidArgument('-ROOT- has been deprecated.');
  if (qualifier === '.META.') {
    throw invalidArgument('.META. no longer exists. The table has been renamed to hbase:meta');
  }
}

function checkLength(part: string, what: string): void {
  const length = utf8Length(part);
  if (length > MAX_TABLE_NAME_LENGTH) {
    throw invalidArgument(`a ${what} may have ${MAX_TABLE_NAME_LENGTH} bytes of UTF-8; got ${length}`);
  }
}

function writtenOut(name: string): string {
  return name.includes(':') ? name : `${DEFAULT_NAMESPACE}:${name}`;
}
