import { decodeText } from '../../bytes/text.js';
import type { Gateway } from '../../hbase/gateway.js';
import type { TTableName } from '../../hbase/thrift/structs.js';

/** HBase's own tables. A cluster has only some of them. */
const SYSTEM_TABLES = ['acl', 'meta', 'namespace', 'quota', 'rsgroup', 'slowlog', 'canary', 'replication'];
const SYSTEM_NAMESPACES = ['default', 'hbase'];

/** HBase changes many tables in hardly more time than one. */
const AT_ONCE = 16;

/** The tables of a cluster that are not HBase's own. */
export async function userTables(gateway: Gateway): Promise<readonly TTableName[]> {
  const tables = await gateway.repeatable('getTableNamesByPattern', { regex: '.*', system: true });
  return tables.filter(({ ns, qualifier }) => !(textOf(ns) === 'hbase' && SYSTEM_TABLES.includes(textOf(qualifier))));
}

/** Drops all tables and namespaces that are not HBase's own. Calls the gateway itself, so that no recording has it. */
export async function emptyCluster(gateway: Gateway): Promise<void> {
  await inParallel(await userTables(gateway), (tableName) => dropTable(gateway, tableName));
  const namespaces = await gateway.repeatable('listNamespaceDescriptors', {});
  const names = namespaces.map(({ name }) => name).filter((name) => !SYSTEM_NAMESPACES.includes(name));
  await inParallel(names, (name) => gateway.once('deleteNamespace', { name }));
}

async function dropTable(gateway: Gateway, tableName: TTableName): Promise<void> {
  if (await gateway.repeatable('isTableEnabled', { tableName })) await gateway.once('disableTable', { tableName });
  await gateway.once('deleteTable', { tableName });
}

/** Runs `work` for every item, for some of them at the same time. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : decodeText(bytes);
}
