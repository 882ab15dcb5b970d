import { isSystemTable, type TableName } from '../../../../model/schema/table-name.js';
import { toTableName } from '../call-arguments.js';
import type { Kind, Makers } from './kind.js';

/*
 * TableName.
 */

export const TABLE_NAME_MAKERS: Makers = {
  'TableName.valueOf': ([name, qualifier]) => toTableName(name, qualifier),
};

export const TABLE_NAME_KIND: Kind = {
  is: isTableName,
  methods: {
    getNamespaceAsString: (self: TableName) => self.namespace,
    getQualifierAsString: (self: TableName) => self.qualifier,
    getNameAsString: (self: TableName) => self.name,
    getNameWithNamespaceInclAsString: (self: TableName) => `${self.namespace}:${self.qualifier}`,
    getNamespaceInclAsString: (self: TableName) => `${self.namespace}:${self.qualifier}`,
    toBytes: (self: TableName) => new TextEncoder().encode(self.name),
    getName: (self: TableName) => new TextEncoder().encode(self.name),
    getQualifier: (self: TableName) => new TextEncoder().encode(self.qualifier),
    getNamespace: (self: TableName) => new TextEncoder().encode(self.namespace),
    isSystemTable: (self: TableName) => isSystemTable(self),
    equals: (self: TableName, [other]) => (other as TableName).name === self.name,
    toString: (self: TableName) => self.name,
  },
};

function isTableName(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'namespace' in object && 'qualifier' in object;
}
