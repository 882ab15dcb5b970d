import type { Admin } from '../../index.js';
import { familyNameText } from '../../model/schema/family-descriptor.js';
import type { FamilyValues } from '../../model/schema/family-values.js';
import type { Catalog } from './catalog.js';
import { internalError } from './gateway-failure.js';
import type { Handlers } from './handlers.js';
import { engineFamily, engineTable, readFamily, readTable, tableNameText } from './stored-tables.js';

type AdminMethods = Pick<
  Handlers,
  | 'tableExists'
  | 'isTableEnabled'
  | 'isTableDisabled'
  | 'isTableAvailable'
  | 'createTable'
  | 'deleteTable'
  | 'truncateTable'
  | 'enableTable'
  | 'disableTable'
  | 'addColumnFamily'
  | 'modifyColumnFamily'
  | 'deleteColumnFamily'
  | 'modifyTable'
>;

/** The methods that create, change and ask for tables. */
export function adminMethods(admin: Admin, catalog: Catalog): AdminMethods {
  return {
    tableExists: ({ tableName }) => admin.tableExists(tableNameText(tableName)),
    isTableEnabled: ({ tableName }) => admin.isTableEnabled(tableNameText(tableName)),
    isTableDisabled: ({ tableName }) => admin.isTableDisabled(tableNameText(tableName)),
    isTableAvailable: ({ tableName }) => admin.isTableAvailable(tableNameText(tableName)),
    createTable: async ({ descriptor, splitKeys = [] }) => {
      // The gateway cannot read a descriptor without the list.
      if (descriptor.columns === undefined) throw internalError('createTable');
      const table = readTable(descriptor, true);
      await admin.createTable(engineTable(table), splitKeys);
      catalog.add(table, splitKeys);
    },
    deleteTable: async ({ tableName }) => {
      const name = tableNameText(tableName);
      await admin.deleteTable(name);
      catalog.remove(name);
    },
    truncateTable: async ({ tableName, preserveSplits }) => {
      const name = tableNameText(tableName);
      await admin.truncateTable(name);
      if (!preserveSplits) catalog.forgetSplits(name);
    },
    enableTable: ({ tableName }) => admin.enableTable(tableNameText(tableName)),
    disableTable: ({ tableName }) => admin.disableTable(tableNameText(tableName)),
    modifyTable: async ({ descriptor }) => {
      if (descriptor.columns === undefined) throw internalError('modifyTable');
      const table = readTable(descriptor, false);
      await admin.modifyTable(engineTable(table));
      catalog.replace(table);
    },
    addColumnFamily: async ({ tableName, family }) => {
      const name = tableNameText(tableName);
      const added = readFamily(family);
      await admin.addColumnFamily(name, engineFamily(added));
      catalog.changeFamilies(name, (families) => [...families, added]);
    },
    modifyColumnFamily: async ({ tableName, family }) => {
      const name = tableNameText(tableName);
      const changed = readFamily(family);
      await admin.modifyColumnFamily(name, engineFamily(changed));
      catalog.changeFamilies(name, (families) => families.map((one) => (isNamed(one, changed.name) ? changed : one)));
    },
    deleteColumnFamily: async ({ tableName, family }) => {
      const name = tableNameText(tableName);
      await admin.deleteColumnFamily(name, family);
      catalog.changeFamilies(name, (families) => families.filter((one) => !isNamed(one, familyNameText(family))));
    },
  };
}

function isNamed(family: FamilyValues, name: string): boolean {
  return family.name === name;
}
