import { decodeText } from '../../bytes/text.js';
import type { TNamespaceDescriptor, TTableDescriptor } from '../../hbase/thrift/structs.js';
import type { Admin, NamespaceAttributes, NamespaceDescriptor } from '../../index.js';
import type { Catalog } from './catalog.js';
import type { Handlers } from './handlers.js';
import { regionLocations } from './region-locations.js';
import { systemTable, tableDescriptorOf, tableNameOf, tableNameText } from './stored-tables.js';

type ListingMethods = Pick<
  Handlers,
  | 'getTableDescriptor'
  | 'getTableDescriptorsByNamespace'
  | 'getTableDescriptorsByPattern'
  | 'getTableNamesByNamespace'
  | 'getTableNamesByPattern'
  | 'getAllRegionLocations'
  | 'createNamespace'
  | 'modifyNamespace'
  | 'deleteNamespace'
  | 'getNamespaceDescriptor'
  | 'listNamespaceDescriptors'
>;

/** The methods that list and describe tables and namespaces, and change namespaces. */
export function listingMethods(admin: Admin, catalog: Catalog): ListingMethods {
  const describe = async (name: string): Promise<TTableDescriptor> =>
    tableDescriptorOf(systemTable(name) ?? catalog.storedTable(await admin.getDescriptor(name)));
  return {
    getTableDescriptor: ({ tableName }) => describe(tableNameText(tableName)),
    getTableDescriptorsByNamespace: async ({ name }) =>
      Promise.all((await admin.listTableNamesByNamespace(name)).map(describe)),
    getTableDescriptorsByPattern: async ({ regex = null, system }) =>
      Promise.all((await admin.listTableNames(regex, system)).map(describe)),
    getTableNamesByNamespace: async ({ name }) => (await admin.listTableNamesByNamespace(name)).map(tableNameOf),
    getTableNamesByPattern: async ({ regex = null, system }) =>
      (await admin.listTableNames(regex, system)).map(tableNameOf),
    getAllRegionLocations: async ({ table }) => {
      const name = decodeText(table);
      return (await admin.tableExists(name)) ? regionLocations(name, catalog.splitKeysOf(name)) : [];
    },
    createNamespace: ({ namespace }) => admin.createNamespace(namespaceLiteral(namespace)),
    modifyNamespace: ({ namespace }) => admin.modifyNamespace(namespaceLiteral(namespace)),
    deleteNamespace: ({ name }) => admin.deleteNamespace(name),
    getNamespaceDescriptor: async ({ name }) => namespaceOf(await admin.getNamespaceDescriptor(name)),
    listNamespaceDescriptors: async () => (await admin.listNamespaceDescriptors()).map(namespaceOf),
  };
}

function namespaceLiteral({ name, configuration = [] }: TNamespaceDescriptor): NamespaceAttributes {
  return { name, configuration: Object.fromEntries(configuration) };
}

function namespaceOf({ name, configuration }: NamespaceDescriptor): TNamespaceDescriptor {
  const settings = Object.entries(configuration);
  return { name, ...(settings.length > 0 && { configuration: settings }) };
}
