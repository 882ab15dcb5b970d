import { wholeMatcher } from '../../client/table-pattern.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { Arguments } from '../arguments.js';
import type { Command } from '../command.js';
import { namespaceText } from '../namespace-text.js';
import { printQuotas } from '../quota-text.js';
import { argumentError } from '../ruby-error.js';
import { isList, type ShellValue, textOf } from '../shell-value.js';
import { printNames } from './table-listings.js';

const createNamespace: Command = {
  name: 'create_namespace',
  group: 'namespace',
  arity: [1, 2],
  help: `Creates a namespace, optionally with settings:

  create_namespace 'ns'
  create_namespace 'ns', {'hbase.namespace.quota.maxtables' => '5'}`,
  async run({ connection }, args) {
    const configuration = configurationOf(args);
    await connection.getAdmin().createNamespace({ name: namespaceName(args), configuration });
  },
};

const alterNamespace: Command = {
  name: 'alter_namespace',
  group: 'namespace',
  arity: [2, Number.POSITIVE_INFINITY],
  help: `Sets or removes settings of a namespace:

  alter_namespace 'ns', {METHOD => 'set', 'key' => 'value'}
  alter_namespace 'ns', {METHOD => 'unset', NAME => 'key'}`,
  async run({ connection }, args) {
    const admin = connection.getAdmin();
    const { name, configuration } = await admin.getNamespaceDescriptor(namespaceName(args));
    await admin.modifyNamespace({ name, configuration: changed(configuration, args) });
  },
};

const describeNamespace: Command = {
  name: 'describe_namespace',
  group: 'namespace',
  arity: [1, 1],
  help: `Prints a namespace, its settings, and its quotas if the database enforces them:

  describe_namespace 'ns'`,
  async run({ connection, output }, args) {
    const namespace = await connection.getAdmin().getNamespaceDescriptor(namespaceName(args));
    output.header('DESCRIPTION');
    output.row(namespaceText(namespace));
    await printQuotas(connection, output, namespace.name);
  },
};

const dropNamespace: Command = {
  name: 'drop_namespace',
  group: 'namespace',
  arity: [1, 1],
  help: `Drops a namespace without tables:

  drop_namespace 'ns'`,
  async run({ connection }, args) {
    await connection.getAdmin().deleteNamespace(namespaceName(args));
  },
};

const listNamespace: Command = {
  name: 'list_namespace',
  group: 'namespace',
  arity: [0, 1],
  help: `Lists all namespaces, or those whose full name matches a regular expression:

  list_namespace
  list_namespace 'abc.*'`,
  async run({ connection, output }, args) {
    const matches = await wholeMatcher(args.has(0) ? args.word(0, 'a regular expression') : /.*/);
    const names = await connection.getAdmin().listNamespaces();
    printNames(output, 'NAMESPACE', names.filter(matches));
  },
};

const listNamespaceTables: Command = {
  name: 'list_namespace_tables',
  group: 'namespace',
  arity: [1, 1],
  help: `Lists the tables of a namespace:

  list_namespace_tables 'ns'`,
  async run({ connection, output }, args) {
    const namespace = namespaceName(args);
    const tables = await connection.getAdmin().listTableNamesByNamespace(namespace);
    // Printed without their namespace, as in HBase.
    return printNames(
      output,
      'TABLE',
      tables.map((table) => table.slice(table.indexOf(':') + 1)),
    );
  },
};

export const NAMESPACES: readonly Command[] = [
  createNamespace,
  alterNamespace,
  describeNamespace,
  dropNamespace,
  listNamespace,
  listNamespaceTables,
];

function namespaceName(args: Arguments): string {
  return args.word(0, 'a namespace');
}

function configurationOf(args: Arguments): Configuration {
  return Object.fromEntries([...args.options().rest()].map(([key, value]) => [key, textOf(value)]));
}

function changed(configuration: Configuration, args: Arguments): Configuration {
  const options = args.options();
  const method = options.text('METHOD') ?? '';
  const next = new Map(Object.entries(configuration));
  if (method === 'set') for (const [key, value] of options.rest()) next.set(key, textOf(value));
  else if (method === 'unset') for (const key of namesOf(options.take('NAME'))) next.delete(key);
  else throw argumentError(`Unknown method ${method}`);
  return Object.fromEntries(next);
}

function namesOf(value: ShellValue | undefined): readonly string[] {
  if (value === undefined) throw argumentError('unset needs NAME, the key of the setting');
  return isList(value) ? value.map(textOf) : [textOf(value)];
}
