import { invalidArgument } from '../../errors.js';

/** The names of tables to which a user has rights. */
export interface TablePatterns {
  /** Whether `*` is among them: all tables except those of the namespace `hbase`. */
  readonly all: boolean;
  /** Whether one of them begins with `hbase:`. */
  readonly system: boolean;
  has(table: string): boolean;
}

/** The namespace of HBase's own tables. */
export const SYSTEM_NAMESPACE = 'hbase';

const EVERY = '*';
const PARTS = /^(?:([^:]+):)?([^:]+)$/;
const PART = /^[\p{L}\p{Nd}_.*-]+$/u;

/**
 * Reads patterns: `*` is every table, `ns:*` every table of a namespace, `name*` every table of the default namespace whose
 * name begins so. In a part of a name, `*` is any text. A table of the namespace `hbase` needs a pattern that begins with
 * `hbase:`. Throws INVALID_ARGUMENT; `what` names the option.
 */
export function readTablePatterns(patterns: readonly string[], what: string): TablePatterns {
  const tests = patterns.map((pattern) => testOf(pattern, what));
  return {
    all: patterns.includes(EVERY),
    system: patterns.some(isSystemTable),
    has: (table) => tests.some((test) => test(table)),
  };
}

function testOf(pattern: string, what: string): (table: string) => boolean {
  if (pattern === EVERY) return (table) => !isSystemTable(table);
  const [, namespace = 'default', qualifier = ''] = PARTS.exec(pattern) ?? [];
  if (!PART.test(namespace) || !PART.test(qualifier)) {
    throw invalidArgument(
      `${what} has '${pattern}', which is not a pattern of tables: write a name such as app, ns:app, app_* or ns:*, or * for all tables`,
    );
  }
  const inNamespace = namespace === 'default' ? '' : `${expressionOf(namespace)}:`;
  const expression = new RegExp(`^${inNamespace}${expressionOf(qualifier)}$`, 'u');
  return (table) => expression.test(table) && (namespace === SYSTEM_NAMESPACE || !isSystemTable(table));
}

/** Whether a table, as `t` or `ns:t`, is one of HBase's own. */
export function isSystemTable(table: string): boolean {
  return table.startsWith(`${SYSTEM_NAMESPACE}:`);
}

/** A part of a pattern as a regular expression. */
function expressionOf(part: string): string {
  return part.replaceAll('.', '\\.').replaceAll('*', '[^:]*');
}
