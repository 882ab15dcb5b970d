import { describe, expect, it } from 'vitest';
import { gatewayError } from './gateway-error.js';

/** The lines after the first, as HBase 2.6.1 sends them. */
const STACK =
  '\n\tat org.apache.hadoop.hbase.master.HMaster.checkTableExists(HMaster.java:2888)\n\tat host.example(X.java:1)';
const ADVICE = 'Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks';

/** Messages of a real cluster, and what they become. */
const ANSWERS: readonly (readonly [message: string, code: string, text: string, details?: object])[] = [
  ['t', 'TABLE_NOT_FOUND', "Table 't' does not exist", { table: 't' }],
  ['ns:t', 'TABLE_NOT_FOUND', "Table 'ns:t' does not exist", { table: 'ns:t' }],
  [
    `org.apache.hadoop.hbase.TableNotFoundException: t${STACK}`,
    'TABLE_NOT_FOUND',
    "Table 't' does not exist",
    { table: 't', hbaseClass: 'org.apache.hadoop.hbase.TableNotFoundException' },
  ],
  [`org.apache.hadoop.hbase.TableExistsException: t${STACK}`, 'TABLE_EXISTS', "Table 't' exists"],
  ['tableName=t, state=ENABLED', 'TABLE_NOT_DISABLED', "Table 't' is enabled; disable it first", { table: 't' }],
  [
    `org.apache.hadoop.hbase.TableNotDisabledException: Not DISABLED; tableName=t, state=ENABLED${STACK}`,
    'TABLE_NOT_DISABLED',
    "Table 't' is enabled; disable it first",
  ],
  [
    `org.apache.hadoop.hbase.TableNotDisabledException: ns:t${STACK}`,
    'TABLE_NOT_DISABLED',
    "Table 'ns:t' is enabled; disable it first",
  ],
  [`org.apache.hadoop.hbase.TableNotEnabledException: t${STACK}`, 'TABLE_NOT_ENABLED', "Table 't' is disabled"],
  ['t is disabled.', 'TABLE_NOT_ENABLED', "Table 't' is disabled", { table: 't' }],
  [
    `org.apache.hadoop.hbase.InvalidFamilyOperationException: Column family 'f' in table 't' already exists so cannot be added${STACK}`,
    'INVALID_FAMILY_OPERATION',
    "Column family 'f' in table 't' already exists so cannot be added",
  ],
  [
    `org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family h does not exist in region t,,1795689201158.3f92343d430cbec33f06c44b2c0c86cd. in table 't', {TABLE_ATTRIBUTES => {METADATA => {}}}, {NAME => 'f', VERSIONS => '1'}${STACK}`,
    'NO_SUCH_COLUMN_FAMILY',
    "Column family 'h' does not exist in table 't'",
    { table: 't', family: 'h' },
  ],
  [
    `org.apache.hadoop.hbase.NamespaceNotFoundException: no${STACK}`,
    'NAMESPACE_NOT_FOUND',
    "Namespace 'no' does not exist",
    { namespace: 'no' },
  ],
  [
    `org.apache.hadoop.hbase.NamespaceExistException: Namespace ns already exists${STACK}`,
    'NAMESPACE_EXIST',
    'Namespace ns already exists',
  ],
  [
    `org.apache.hadoop.hbase.constraint.ConstraintException: Only empty namespaces can be removed. Namespace ns has 1 tables${STACK}`,
    'CONSTRAINT',
    'Only empty namespaces can be removed. Namespace ns has 1 tables',
  ],
  ["Can't modify catalog tables", 'IO', "Can't modify catalog tables", { hbaseClass: 'IOException' }],
  [
    `org.apache.hadoop.hbase.DoNotRetryIOException: TTL for column family f must be positive. ${ADVICE}${STACK}`,
    'INVALID_OPERATION',
    `TTL for column family f must be positive. ${ADVICE}`,
  ],
  [
    'The table ns:b cannot be created as it would exceed maximum number of tables allowed  in the namespace.  The total number of tables permitted is 1',
    'QUOTA_EXCEEDED',
    'The table ns:b cannot be created as it would exceed maximum number of tables allowed  in the namespace.  The total number of tables permitted is 1',
    { table: 'ns:b', namespace: 'ns' },
  ],
  [
    'The table ns:b is not allowed to have 3 regions. The total number of regions permitted is only 1, while current region count is 0. This may be transient, please retry later if there are any ongoing split operations in the namespace.',
    'QUOTA_EXCEEDED',
    'The table ns:b is not allowed to have 3 regions. The total number of regions permitted is only 1, while current region count is 0. This may be transient, please retry later if there are any ongoing split operations in the namespace.',
    { table: 'ns:b', namespace: 'ns' },
  ],
];

/** What HBase's client has tried three times. */
const attempts = (cause: string) =>
  `Failed after attempts=3, exceptions:\n2026-11-26T09:32:33.203Z, RpcRetryingCaller{globalStartTime=2026-11-26T09:32:33.203Z, pause=50, maxAttempts=3}, java.io.IOException: java.io.IOException: text\n\tat host.example(X.java:1)\n${cause}\n\tat host.example(X.java:1)\n\n2026-11-26T09:32:33.264Z, RpcRetryingCaller{…}`;

describe('an error of the gateway', () => {
  it.each(ANSWERS.map(([message, ...rest]) => ({ message, rest })))(
    '$message',
    ({ message, rest: [code, text, details = {}] }) => {
      const error = gatewayError('deleteTable', { kind: 'io', message });
      expect({ code: error.code, message: error.message }).toEqual({ code, message: text });
      expect(error.details).toMatchObject({ method: 'deleteTable', ...details });
    },
  );

  it('after several attempts is its cause', () => {
    const message = attempts(
      'Caused by: java.lang.IllegalArgumentException: Illegal character <.> at 1. Namespaces …: n.s',
    );
    const error = gatewayError('createNamespace', { kind: 'io', message });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toBe('Illegal character <.> at 1. Namespaces …: n.s');
    expect(error.details.hbaseClass).toBe('java.lang.IllegalArgumentException');
  });

  it('after several attempts without a cause is the error of the first', () => {
    const error = gatewayError('createTable', { kind: 'io', message: attempts('') });
    expect(error).toMatchObject({ code: 'IO', message: 'text' });
  });

  it('names the class of a cause without a text', () => {
    const message =
      'Failed after attempts=7, exceptions:\n…\nCaused by: java.lang.ArrayIndexOutOfBoundsException\n\tat X';
    expect(gatewayError('get', { kind: 'io', message })).toMatchObject({
      code: 'INVALID_OPERATION',
      details: { hbaseClass: 'java.lang.ArrayIndexOutOfBoundsException' },
    });
  });

  it('names the family that does not exist, without the whole table', () => {
    const name = 'org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException';
    const region = "t,,1795684938490.cb23. in table 't', {TABLE_ATTRIBUTES => {}}, {NAME => 'f', VERSIONS => '1'}";
    const message = `${name}: Column family g does not exist in region ${region}${STACK}`;
    expect(gatewayError('put', { kind: 'io', message })).toMatchObject({
      code: 'NO_SUCH_COLUMN_FAMILY',
      message: "Column family 'g' does not exist in table 't'",
    });
  });

  it('of a cluster that is not complete says whether the call may have been applied', () => {
    const message = `org.apache.hadoop.hbase.MasterNotRunningException: java.io.IOException: NoNode for /hbase/master${STACK}`;
    expect(gatewayError('getTableDescriptor', { kind: 'io', message })).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'cluster', outcome: 'none' },
    });
    expect(gatewayError('put', { kind: 'io', message })).toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      details: { reason: 'cluster', outcome: 'unknown' },
    });
  });

  it('without a text names the method', () => {
    const message = 'Internal error processing createTable';
    expect(gatewayError('createTable', { kind: 'exception', message })).toMatchObject({
      code: 'INVALID_OPERATION',
      message: 'HBase could not run createTable: Internal error processing createTable',
    });
  });
});
