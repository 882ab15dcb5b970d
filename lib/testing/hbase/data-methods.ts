import { equalBytes } from '../../bytes/compare.js';
import { decodeText, toStringBinary } from '../../bytes/text.js';
import type { TResult } from '../../hbase/thrift/structs.js';
import { BigtabError, CheckAndMutate, type Connection, type Result, type Table } from '../../index.js';
import { CellType } from '../../model/cell-type.js';
import { COMPARE_OPERATORS, type CompareOperator } from '../../model/compare-operator.js';
import { parseTableName } from '../../model/schema/table-name.js';
import { internalError } from './gateway-failure.js';
import type { Handlers } from './handlers.js';
import { readAppend, readDelete, readIncrement, readPut, readRowMutations } from './read-mutations.js';
import { readGet } from './read-queries.js';

type DataMethods = Pick<
  Handlers,
  | 'exists'
  | 'existsAll'
  | 'get'
  | 'getMultiple'
  | 'put'
  | 'putMultiple'
  | 'deleteSingle'
  | 'deleteMultiple'
  | 'increment'
  | 'append'
  | 'mutateRow'
  | 'checkAndMutate'
>;

/** The methods that read and write rows. */
export function dataMethods(connection: Connection): DataMethods {
  const table = (name: Uint8Array) => tableAt(connection, name);
  return {
    exists: ({ table: name, get }) => table(name).exists(readGet(get)),
    existsAll: ({ table: name, gets }) => table(name).exists(gets.map(readGet)),
    get: async ({ table: name, get }) => {
      const result = await table(name).get(readGet(get));
      // The gateway fails at the missing cells of such an answer.
      if (get.existence_only === true) throw internalError('get');
      return resultOf(result);
    },
    getMultiple: async ({ table: name, gets }) => (await table(name).get(gets.map(readGet))).map(resultOf),
    put: ({ table: name, put }) => table(name).put(readPut(put)),
    putMultiple: ({ table: name, puts }) => table(name).put(puts.map(readPut)),
    deleteSingle: ({ table: name, remove }) => table(name).delete(readDelete(remove)),
    deleteMultiple: async ({ table: name, deletes }) => {
      await table(name).delete(deletes.map(readDelete));
      return [];
    },
    increment: async ({ table: name, increment }) => resultOf(await table(name).increment(readIncrement(increment))),
    append: async ({ table: name, append }) => resultOf(await table(name).append(readAppend(append))),
    mutateRow: async ({ table: name, mutations }) => {
      await table(name).mutateRow(readRowMutations(mutations));
    },
    checkAndMutate: async ({ table: name, row, family, qualifier, op, value, mutations }) => {
      // The gateway cannot send a condition without a value.
      if (value === undefined) throw internalError('checkAndMutate');
      const operator = COMPARE_OPERATORS[op] as CompareOperator;
      const action = readRowMutations(mutations);
      if (action.mutations.length === 0) throw internalError('checkAndMutate');
      if (!equalBytes(action.row, row)) {
        const rows = `<${toStringBinary(action.row)}> doesn't match the original one <${toStringBinary(row)}>`;
        throw new BigtabError('INVALID_OPERATION', `The row of the action ${rows}`);
      }
      const check = new CheckAndMutate({ row, family, qualifier, op: operator, value, action });
      return (await table(name).checkAndMutate(check)).success;
    },
  };
}

/** The table of this name. Throws INVALID_ARGUMENT for a name that no table can have. */
export function tableAt(connection: Connection, name: Uint8Array): Table {
  return connection.getTable(parseTableName(decodeText(name)).name);
}

/** A Result as the gateway answers it: without a row if nothing was found. */
export function resultOf(result: Result): TResult {
  const columnValues = result.cells.map(({ family, qualifier, timestamp, type, value }) => ({
    family,
    qualifier,
    value,
    timestamp,
    type: CellType[type],
  }));
  return { ...(result.row !== null && { row: result.row }), columnValues, partial: result.mayHaveMoreCellsInRow() };
}
