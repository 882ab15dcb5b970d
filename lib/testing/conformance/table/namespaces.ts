import type { Admin } from '../../../client/admin.js';
import { assert, assertEqual, assertRejects } from '../assert.js';
import { putRows, rowTexts, type TableTests, values } from './table-tests.js';

/** The tests may share a database, so each removes the namespaces that it created. */
export function namespaceTests(tests: TableTests): void {
  tests.connection('`default` and `hbase` exist (N-10)', async (connection) => {
    const admin = connection.getAdmin();
    const names = await admin.listNamespaces();
    assert(names.includes('default') && names.includes('hbase'), names.join());
    assertEqual(await admin.getNamespaceDescriptor('hbase'), { name: 'hbase', configuration: {} }, 'descriptor');
  });

  namespaced(tests, 'is created with its configuration, in byte order of the keys (N-17)', async (admin, ns) => {
    await admin.createNamespace({ name: ns, configuration: { b: '2', a: '1', B: '' } });
    const made = { name: ns, configuration: { B: '', a: '1', b: '2' } };
    const got = await admin.getNamespaceDescriptor(ns);
    assertEqual([got, Object.keys(got.configuration)], [made, ['B', 'a', 'b']], 'descriptor');
    const listed = (await admin.listNamespaceDescriptors()).filter(({ name }) => name === ns);
    assertEqual(listed, [made], 'listed');
  });

  tests.connection('are listed in byte order (N-8)', async (connection, name) => {
    const admin = connection.getAdmin();
    const names = ['b', 'A', 'é', '_', '9'].map((end) => `${name}_${end}`);
    for (const one of names) await admin.createNamespace(one);
    const own = (await admin.listNamespaces()).filter((one) => one.startsWith(`${name}_`));
    for (const one of names) await admin.deleteNamespace(one);
    assertEqual(
      own,
      ['9', 'A', '_', 'b', 'é'].map((end) => `${name}_${end}`),
      'names',
    );
  });

  namespaced(tests, 'is created only once (N-12)', async (admin, ns) => {
    await admin.createNamespace({ name: ns, configuration: { a: '1' } });
    for (const one of [ns, 'default', 'hbase']) {
      const error = await assertRejects(admin.createNamespace(one), one, 'NAMESPACE_EXIST');
      assertEqual(
        [error.hbaseName, error.message],
        ['NamespaceExistException', `Namespace ${one} already exists`],
        one,
      );
    }
    assertEqual((await admin.getNamespaceDescriptor(ns)).configuration, { a: '1' }, 'configuration');
  });

  namespaced(tests, 'that is missing is reported as not found (N-13, N-16)', async (admin, ns) => {
    const calls: [string, Promise<unknown>][] = [
      ['modify', admin.modifyNamespace(ns)],
      ['delete', admin.deleteNamespace(ns)],
      ['describe', admin.getNamespaceDescriptor(ns)],
      ['names', admin.listTableNamesByNamespace(ns)],
      ['descriptors', admin.listTableDescriptorsByNamespace(ns)],
      ['a table in it', admin.createTable({ name: `${ns}:t`, families: ['f'] })],
      ['an insane table in it', admin.createTable({ name: `${ns}:t`, families: [] })],
      ['an illegal name', admin.deleteNamespace('n.s')],
    ];
    for (const [what, call] of calls) {
      const error = await assertRejects(call, what, 'NAMESPACE_NOT_FOUND');
      assertEqual(error.hbaseName, 'NamespaceNotFoundException', what);
    }
  });

  namespaced(tests, 'has its configuration replaced as a whole, even if it is reserved (N-15)', async (admin, ns) => {
    await admin.createNamespace({ name: ns, configuration: { a: '1' } });
    await admin.modifyNamespace({ name: ns, configuration: { b: '2' } });
    assertEqual(await admin.getNamespaceDescriptor(ns), { name: ns, configuration: { b: '2' } }, 'set');
    await admin.modifyNamespace(ns);
    assertEqual(await admin.getNamespaceDescriptor(ns), { name: ns, configuration: {} }, 'unset');
    await admin.modifyNamespace({ name: 'default', configuration: { c: '3' } });
    const { configuration } = await admin.getNamespaceDescriptor('default');
    await admin.modifyNamespace('default');
    assertEqual(configuration, { c: '3' }, 'reserved');
  });

  namespaced(tests, 'is removed only if it is empty and not reserved (N-14)', async (admin, ns) => {
    for (const one of ['default', 'hbase']) {
      const error = await assertRejects(admin.deleteNamespace(one), one, 'CONSTRAINT');
      assertEqual(error.message, `Reserved namespace ${one} cannot be removed.`, one);
    }
    await admin.createNamespace(ns);
    await admin.createTable({ name: `${ns}:t`, families: ['f'] });
    await admin.disableTable(`${ns}:t`);
    const error = await assertRejects(admin.deleteNamespace(ns), 'not empty', 'CONSTRAINT');
    const message = `Only empty namespaces can be removed. Namespace ${ns} has 1 tables`;
    assertEqual([error.hbaseName, error.message], ['ConstraintException', message], 'not empty');
    await admin.deleteTable(`${ns}:t`);
    await admin.deleteNamespace(ns);
    assertEqual((await admin.listNamespaces()).includes(ns), false, 'listed');
  });

  tests.connection('have legal names (N-4, N-5)', async (connection, name) => {
    const admin = connection.getAdmin();
    const cases: [unknown, string][] = [
      ['n.s', "Illegal character <.> at 1. Namespaces may only contain 'alphanumeric characters'"],
      ['a:b', 'Illegal character <:> at 1.'],
      ['', 'Namespace name must not be empty'],
      ['zookeeper', "Tables may not be named 'zookeeper'"],
      ['n'.repeat(256), 'Namespace name can have at most 255 bytes'],
      [null, 'a namespace'],
      [{ configuration: {} }, 'A name has to be specified in a namespace.'],
      [{ name: 5 }, "a namespace's name must be text"],
      [{ name: 'ns', config: {} }, "unknown property 'config'"],
      [{ name: 'ns', configuration: { a: 1 } }, "configuration['a'] must be text"],
    ];
    for (const [like, message] of cases) {
      for (const call of [admin.createNamespace(like as string), admin.modifyNamespace(like as string)]) {
        const error = await assertRejects(call, JSON.stringify(like), 'INVALID_ARGUMENT');
        assert(error.message.includes(message), `${error.message} should say ${message}`);
      }
    }
    for (const wrong of [null, 5, undefined, {}]) {
      await assertRejects(admin.deleteNamespace(wrong as string), 'delete', 'INVALID_ARGUMENT');
      await assertRejects(admin.listTableNamesByNamespace(wrong as string), 'list', 'INVALID_ARGUMENT');
    }
    assertEqual(
      (await admin.listNamespaces()).filter((one) => one.includes(name)),
      [],
      'made',
    );
  });

  namespaced(tests, 'contains tables besides those of `default` (N-1, S-50)', async (admin, ns, test) => {
    const { connection, name } = test;
    await admin.createNamespace(ns);
    const families = ['f'] as const;
    const inside = await connection.ensureTable({ name: `${ns}:${name}`, families });
    const outside = await connection.ensureTable({ name, families });
    assertEqual(inside.getName(), `${ns}:${name}`, 'name');
    await putRows(inside, ['in']);
    await putRows(outside, ['out']);
    await admin.flush(`${ns}:${name}`);
    assertEqual(await rowTexts(connection.getTable(`${ns}:${name}`).getScanner()), ['in'], 'rows inside');
    assertEqual(await rowTexts(connection.getTable(`default:${name}`).getScanner()), ['out'], 'rows outside');
    assertEqual(await admin.listTableNamesByNamespace(ns), [`${ns}:${name}`], 'names');
    const [descriptor, ...others] = await admin.listTableDescriptorsByNamespace(ns);
    assertEqual([descriptor, others], [await inside.getDescriptor(), []], 'descriptors');
    assert(!(await admin.listTableNamesByNamespace('default')).includes(`${ns}:${name}`), 'in default');
    // `default:` sorts before the name of this namespace, whatever the names of the tables.
    const listed = (await admin.listTableNames()).filter((one) => one.endsWith(name));
    assertEqual(listed, [name, `${ns}:${name}`], 'order');
  });

  namespaced(tests, 'of system tables is hidden unless it is requested (N-10, N-11)', async (admin, _ns, test) => {
    const name = `hbase:${test.name}`;
    await admin.createTable({ name, families: ['f'] });
    await putRows(test.connection.getTable(name), ['a']);
    assertEqual((await admin.listTableNames()).includes(name), false, 'normal');
    assertEqual((await admin.listTableDescriptors()).map((one) => one.name).includes(name), false, 'descriptors');
    const system = await admin.listTableNames('hbase:.*', true);
    assert(system.includes(name) && system.includes('hbase:meta'), system.join());
    assert((await admin.listTableNamesByNamespace('hbase')).includes(name), 'by namespace');
    assertEqual(await admin.listTableNames(`hbase:${test.name}`, false), [], 'pattern alone');
    assertEqual(
      (await admin.listTableDescriptors(name, true)).map((one) => one.name),
      [name],
      'system descriptors',
    );
  });

  tests.connection('the catalog is a table that cannot be changed (N-11, S-33)', async (connection) => {
    const admin = connection.getAdmin();
    const meta = 'hbase:meta';
    assertEqual([await admin.tableExists(meta), await admin.isTableEnabled(meta)], [true, true], 'there');
    assertEqual([await admin.isTableAvailable(meta), await admin.isTableDisabled(meta)], [true, false], 'enabled');
    const disable = await assertRejects(admin.disableTable(meta), 'disable', 'CONSTRAINT');
    assertEqual([disable.hbaseName, disable.message], ['ConstraintException', 'Cannot disable hbase:meta'], 'disable');
    const remove = await assertRejects(admin.deleteTable(meta), 'delete', 'IO');
    assertEqual([remove.hbaseName, remove.message], ['IOException', "Can't modify catalog tables"], 'delete');
    await assertRejects(admin.enableTable(meta), 'enable', 'TABLE_NOT_DISABLED');
    await assertRejects(admin.truncateTable(meta), 'truncate', 'TABLE_NOT_DISABLED');
    await assertRejects(admin.createTable({ name: meta, families: ['f'] }), 'create', 'TABLE_EXISTS');
    await assertRejects(admin.modifyTable({ name: meta, families: ['f'] }), 'modify', 'IO');
  });

  tests.connection('the catalog refuses reads and writes, and names the alternatives', async (connection) => {
    const name = 'hbase:meta';
    const table = connection.getTable(name);
    const admin = connection.getAdmin();
    const put = { row: 'r', cells: { f: { q: 'v' } } };
    const calls = [
      () => table.get('r'),
      () => table.exists('r'),
      () => table.getScanner().toArray(),
      () => table.put(put),
      () => table.delete({ row: 'r' }),
      () => table.increment({ row: 'r', amounts: { f: { q: 1 } } }),
      () => connection.atomicBatch([{ table: name, mutation: put }]),
      () => table.explain({ row: 'r' }),
      () => table.getDescriptor(),
      () => table.getRegionLocator().getStartKeys(),
      () => admin.getDescriptor(name),
      () => admin.getRegionMetrics(name),
      () => admin.getCompactionState(name),
      () => admin.getLastMajorCompactionTimestamp(name),
      () => admin.flush(name),
      () => admin.majorCompact(name),
      () => admin.cloneTableSchema(name, 'copy'),
      () => connection.ensureTable({ name, families: ['f'] }),
    ];
    for (const call of calls) {
      const { message } = await assertRejects(call(), String(call), 'INVALID_OPERATION');
      assert(/hbase:meta cannot be read .* list, describe and status, /.test(message), message);
    }
    for (const list of [() => table.get(['r']), () => table.put([put])]) {
      const { message } = await assertRejects(list(), String(list));
      assert(message.includes('hbase:meta cannot be read'), message);
    }
  });

  namespaced(tests, 'has quotas that are numbers greater than zero (N-18)', async (admin, ns) => {
    const cases: [string, string, string, string][] = [
      ['tables', '0', 'CONSTRAINT', `The max tables quota for ${ns} is less than or equal to zero.`],
      ['tables', '-1', 'CONSTRAINT', `The max tables quota for ${ns} is less than or equal to zero.`],
      ['regions', '0', 'CONSTRAINT', `The max region quota for ${ns} is less than or equal to zero.`],
      ['tables', 'x', 'INVALID_OPERATION', 'NumberFormatException while getting max tables.'],
      ['regions', '1.5', 'INVALID_OPERATION', 'NumberFormatException while getting max regions.'],
      ['regions', '9223372036854775808', 'INVALID_OPERATION', 'NumberFormatException while getting max regions.'],
      ['tables', '9223372036854775808', 'INVALID_OPERATION', 'NumberFormatException while getting max tables.'],
    ];
    for (const [what, value, code, message] of cases) {
      const like = { name: ns, configuration: { [`hbase.namespace.quota.max${what}`]: value } };
      const error = await assertRejects(admin.createNamespace(like), `${what} ${value}`, code);
      assertEqual(error.message, message, `${what} ${value}`);
    }
    assertEqual((await admin.listNamespaces()).includes(ns), false, 'made');
    await admin.createNamespace(ns);
    const zero = { name: ns, configuration: { 'hbase.namespace.quota.maxtables': '0' } };
    await assertRejects(admin.modifyNamespace(zero), 'modify', 'CONSTRAINT');
    assertEqual((await admin.getNamespaceDescriptor(ns)).configuration, {}, 'modified');
    const keys = ['hbase.namespace.quota.maxtables', 'hbase.namespace.quota.maxregions'];
    for (const most of ['9223372036854775807', '2147483648', '']) {
      const configuration = Object.fromEntries(keys.map((key) => [key, most]));
      await admin.modifyNamespace({ name: ns, configuration });
      assertEqual((await admin.getNamespaceDescriptor(ns)).configuration, configuration, `most: ${most}`);
    }
  });

  namespaced(tests, 'accepts any number of tables while quotas are off (N-18)', async (admin, ns) => {
    await admin.createNamespace({ name: ns, configuration: { 'hbase.namespace.quota.maxtables': '1' } });
    await admin.createTable({ name: `${ns}:a`, families: ['f'] });
    await admin.createTable({ name: `${ns}:b`, families: ['f'] });
    assertEqual(await admin.listTableNamesByNamespace(ns), [`${ns}:a`, `${ns}:b`], 'tables');
  });

  tests.connection('tables are listed by a pattern that matches the whole name (S-50)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const end of ['1', '2', 'x1']) await admin.createTable({ name: `${name}${end}`, families: ['f'] });
    const listed = async (pattern: string | RegExp | null) =>
      (await admin.listTableNames(pattern)).filter((one) => one.startsWith(name)).map((one) => one.slice(name.length));
    assertEqual(await listed(`${name}1`), ['1'], 'whole');
    assertEqual(await listed(`${name}.*`), ['1', '2', 'x1'], 'prefix');
    assertEqual(await listed(`${name}1|${name}2`), ['1', '2'], 'alternatives');
    assertEqual(await listed(`default:${name}.`), ['1', '2'], 'with the namespace');
    assertEqual(await listed('.*au.*'), ['1', '2', 'x1'], 'within the namespace');
    assertEqual(await listed(new RegExp(`${name.toUpperCase()}\\d`, 'gi')), ['1', '2'], 'with flags');
    assertEqual(await listed(name), [], 'a part');
    assertEqual(await listed(''), [], 'empty');
    assertEqual(await listed(null), ['1', '2', 'x1'], 'all');
    const descriptors = await admin.listTableDescriptors(`${name}2`);
    assertEqual(descriptors, [await admin.getDescriptor(`${name}2`)], 'descriptors');
    for (const wrong of ['(', 'a)(b', '[a-z&&[^b]]', '(?i)a', 'a++', 5, {}, ['a']]) {
      await assertRejects(admin.listTableNames(wrong as string), String(wrong), 'INVALID_ARGUMENT');
    }
    await assertRejects(admin.listTableNames('a', 1 as unknown as boolean), 'a number', 'INVALID_ARGUMENT');
  });

  tests.connection('tables are listed by their state (S-50)', async (connection, name) => {
    const admin = connection.getAdmin();
    for (const end of ['a', 'b']) await admin.createTable({ name: `${name}${end}`, families: ['f'] });
    await admin.disableTable(`${name}b`);
    const listed = async (enabled: boolean) =>
      (await admin.listTableNamesByState(enabled)).filter((one) => one.startsWith(name));
    assertEqual([await listed(true), await listed(false)], [[`${name}a`], [`${name}b`]], 'names');
    await assertRejects(admin.listTableNamesByState(undefined as unknown as boolean), 'state', 'INVALID_ARGUMENT');
  });

  namespaced(tests, "takes a copy of a table's schema (S-39)", async (admin, ns, { connection, name }) => {
    await admin.createNamespace(ns);
    const table = await connection.ensureTable({
      name,
      families: ['g', { name: 'f', maxVersions: 3 }],
      metadata: { a: '1' },
    });
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    await admin.disableTable(name);
    await admin.cloneTableSchema(`default:${name}`, `${ns}:copy`);
    const wanted = { ...(await admin.getDescriptor(name)), name: `${ns}:copy` };
    assertEqual(await admin.getDescriptor(`${ns}:copy`), wanted, 'descriptor');
    assertEqual(await admin.isTableEnabled(`${ns}:copy`), true, 'enabled');
    const copy = connection.getTable(`${ns}:copy`);
    assertEqual(await rowTexts(copy.getScanner()), [], 'rows');
    await copy.put({ row: 'r', cells: { g: { q: 'w' } } });
    assertEqual(values(await copy.get('r')), ['g:q=w'], 'written');
    await assertRejects(admin.cloneTableSchema(name, `${ns}:copy`), 'again', 'TABLE_EXISTS');
    await assertRejects(admin.cloneTableSchema(`${name}x`, `${ns}:x`), 'no table', 'TABLE_NOT_FOUND');
    await assertRejects(admin.cloneTableSchema(name, 'nowhere:x'), 'no namespace', 'NAMESPACE_NOT_FOUND');
    await assertRejects(admin.cloneTableSchema(name, '.x'), 'name', 'INVALID_ARGUMENT');
    await assertRejects(admin.cloneTableSchema(name, undefined as unknown as string), 'no name', 'INVALID_ARGUMENT');
  });
}

/** A test with its own namespace, which the test creates. At the end, the namespace is emptied and removed. */
function namespaced(
  tests: TableTests,
  title: string,
  body: (
    admin: Admin,
    namespace: string,
    test: { readonly connection: Parameters<Parameters<TableTests['connection']>[1]>[0]; readonly name: string },
  ) => Promise<void>,
): void {
  tests.connection(`a namespace ${title}`, async (connection, name) => {
    const admin = connection.getAdmin();
    const namespace = `ns_${name}`;
    await body(admin, namespace, { connection, name });
    if (!(await admin.listNamespaces()).includes(namespace)) return;
    for (const table of await admin.listTableNamesByNamespace(namespace)) {
      if (await admin.isTableEnabled(table)) await admin.disableTable(table);
      await admin.deleteTable(table);
    }
    await admin.deleteNamespace(namespace);
  });
}
