import type { FailureCause } from '../client/calls/batch-failed.js';
import type { Connection } from '../client/connection.js';
import { BigtabError } from '../errors.js';
import { rubyNameOf } from './ruby-error.js';

/** The text after `ERROR: ` (H-39, H-40). `subject`: the first argument of the command, usually a table. */
export async function errorText(error: BigtabError, subject: string, connection: Connection): Promise<string> {
  const ruby = rubyNameOf(error);
  if (ruby !== null) return ruby === 'ArgumentError' ? error.message : `${ruby}: ${error.message}`;
  const {
    table = subject,
    snapshot = subject,
    namespace = subject.split(':')[0],
    causes = [],
  } = error.details as Details;
  switch (error.code) {
    case 'TABLE_NOT_FOUND':
      return `Unknown table ${table}!`;
    case 'TABLE_NOT_ENABLED':
      return `Table ${table} is disabled!`;
    case 'TABLE_NOT_DISABLED':
      return `Table ${table} should be disabled!`;
    case 'TABLE_EXISTS':
      return `Table already exists: ${table}!`;
    case 'NAMESPACE_NOT_FOUND':
      return `Unknown namespace ${namespace}!`;
    case 'SNAPSHOT_DOES_NOT_EXIST':
      return `Unknown snapshot ${snapshot}!`;
    case 'NO_SUCH_COLUMN_FAMILY':
      return `Unknown column family! Valid column names: ${await columnNames(connection, table)}`;
    case 'BATCH_FAILED':
      return errorText(firstCause(causes), subject, connection);
    default:
      return error.message;
  }
}

interface Details {
  readonly table?: string;
  readonly namespace?: string;
  readonly snapshot?: string;
  readonly causes?: readonly FailureCause[];
}

/** The error of a failed list: that of its first failed request. */
function firstCause([first]: readonly FailureCause[]): BigtabError {
  const { code, message } = first as FailureCause;
  return new BigtabError(code, message);
}

async function columnNames(connection: Connection, table: string): Promise<string> {
  const { families } = await connection.getAdmin().getDescriptor(table);
  return families.map(({ name }) => `${name}:*`).join(', ');
}
