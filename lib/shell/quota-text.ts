import type { Connection } from '../client/connection.js';
import type { Output } from './output.js';

/** The table that exists if the database enforces quotas of namespaces (N-11, N-18). */
const QUOTA_TABLE = 'hbase:quota';
const LIMITS = ['hbase.namespace.quota.maxtables', 'hbase.namespace.quota.maxregions'] as const;

/**
 * Prints the limits for the tables of a namespace, or that there are none because the database does not enforce any
 * (H-38).
 */
export async function printQuotas(connection: Connection, output: Output, namespace: string): Promise<void> {
  const admin = connection.getAdmin();
  if (!(await admin.tableExists(QUOTA_TABLE))) {
    output.line('Quota is disabled');
    return;
  }
  const { configuration } = await admin.getNamespaceDescriptor(namespace);
  const limits = LIMITS.filter((key) => configuration[key]);
  output.header('QUOTAS');
  for (const key of limits) output.row(`NAMESPACE => ${namespace}, ${key} => ${configuration[key]}`);
  output.footer(limits.length);
}
