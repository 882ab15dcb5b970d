/*
 * The methods of `THBaseService` that Bigtab calls: the arguments of each, and the type of its result.
 */
import {
  TAppend,
  TColumnFamilyDescriptor,
  TDelete,
  TGet,
  THRegionLocation,
  TIncrement,
  TNamespaceDescriptor,
  TPut,
  TResult,
  TRowMutations,
  TScan,
  TTableDescriptor,
  TTableName,
} from './structs.js';
import { BINARY, BOOL, I32, list, struct, TEXT, type Type } from './types.js';

type NoArguments = Readonly<Record<never, never>>;

/** The methods as functions of their arguments. */
export interface Methods {
  getThriftServerType(args: NoArguments): number;
  exists(args: { readonly table: Uint8Array; readonly get: TGet }): boolean;
  existsAll(args: { readonly table: Uint8Array; readonly gets: readonly TGet[] }): readonly boolean[];
  get(args: { readonly table: Uint8Array; readonly get: TGet }): TResult;
  getMultiple(args: { readonly table: Uint8Array; readonly gets: readonly TGet[] }): readonly TResult[];
  put(args: { readonly table: Uint8Array; readonly put: TPut }): void;
  putMultiple(args: { readonly table: Uint8Array; readonly puts: readonly TPut[] }): void;
  deleteSingle(args: { readonly table: Uint8Array; readonly remove: TDelete }): void;
  deleteMultiple(args: { readonly table: Uint8Array; readonly deletes: readonly TDelete[] }): readonly TDelete[];
  increment(args: { readonly table: Uint8Array; readonly increment: TIncrement }): TResult;
  append(args: { readonly table: Uint8Array; readonly append: TAppend }): TResult;
  mutateRow(args: { readonly table: Uint8Array; readonly mutations: TRowMutations }): void;
  checkAndMutate(args: {
    readonly table: Uint8Array;
    readonly row: Uint8Array;
    readonly family: Uint8Array;
    readonly qualifier: Uint8Array;
    readonly op: number;
    readonly value?: Uint8Array | undefined;
    readonly mutations: TRowMutations;
  }): boolean;
  getScannerResults(args: {
    readonly table: Uint8Array;
    readonly scan: TScan;
    readonly rows: number;
  }): readonly TResult[];
  openScanner(args: { readonly table: Uint8Array; readonly scan: TScan }): number;
  getScannerRows(args: { readonly scanner: number; readonly rows: number }): readonly TResult[];
  closeScanner(args: { readonly scanner: number }): void;
  getAllRegionLocations(args: { readonly table: Uint8Array }): readonly THRegionLocation[];
  getTableDescriptor(args: { readonly tableName: TTableName }): TTableDescriptor;
  getTableDescriptorsByNamespace(args: { readonly name: string }): readonly TTableDescriptor[];
  getTableDescriptorsByPattern(args: { readonly regex: string; readonly system: boolean }): readonly TTableDescriptor[];
  getTableNamesByNamespace(args: { readonly name: string }): readonly TTableName[];
  getTableNamesByPattern(args: { readonly regex: string; readonly system: boolean }): readonly TTableName[];
  tableExists(args: { readonly tableName: TTableName }): boolean;
  isTableEnabled(args: { readonly tableName: TTableName }): boolean;
  isTableDisabled(args: { readonly tableName: TTableName }): boolean;
  isTableAvailable(args: { readonly tableName: TTableName }): boolean;
  createTable(args: {
    readonly descriptor: TTableDescriptor;
    readonly splitKeys?: readonly Uint8Array[] | undefined;
  }): void;
  deleteTable(args: { readonly tableName: TTableName }): void;
  truncateTable(args: { readonly tableName: TTableName; readonly preserveSplits: boolean }): void;
  enableTable(args: { readonly tableName: TTableName }): void;
  disableTable(args: { readonly tableName: TTableName }): void;
  addColumnFamily(args: { readonly tableName: TTableName; readonly family: TColumnFamilyDescriptor }): void;
  modifyColumnFamily(args: { readonly tableName: TTableName; readonly family: TColumnFamilyDescriptor }): void;
  deleteColumnFamily(args: { readonly tableName: TTableName; readonly family: Uint8Array }): void;
  modifyTable(args: { readonly descriptor: TTableDescriptor }): void;
  createNamespace(args: { readonly namespace: TNamespaceDescriptor }): void;
  modifyNamespace(args: { readonly namespace: TNamespaceDescriptor }): void;
  deleteNamespace(args: { readonly name: string }): void;
  getNamespaceDescriptor(args: { readonly name: string }): TNamespaceDescriptor;
  listNamespaceDescriptors(args: NoArguments): readonly TNamespaceDescriptor[];
}

/** The name of a method. */
export type MethodName = keyof Methods;

/** The arguments of a method. */
export type ArgsOf<M extends MethodName> = Parameters<Methods[M]>[0];

/** The result of a method. */
export type ResultOf<M extends MethodName> = ReturnType<Methods[M]>;

/** The type of each method's arguments, and that of its result; null if it has none. */
export const METHODS: {
  readonly [M in MethodName]: readonly [
    args: Type<ArgsOf<M>>,
    result: ResultOf<M> extends void ? null : Type<ResultOf<M>>,
  ];
} = {
  getThriftServerType: [struct({}), I32],
  exists: [struct({ table: [1, BINARY], get: [2, TGet] }), BOOL],
  existsAll: [struct({ table: [1, BINARY], gets: [2, list(TGet)] }), list(BOOL)],
  get: [struct({ table: [1, BINARY], get: [2, TGet] }), TResult],
  getMultiple: [struct({ table: [1, BINARY], gets: [2, list(TGet)] }), list(TResult)],
  put: [struct({ table: [1, BINARY], put: [2, TPut] }), null],
  putMultiple: [struct({ table: [1, BINARY], puts: [2, list(TPut)] }), null],
  deleteSingle: [struct({ table: [1, BINARY], remove: [2, TDelete] }), null],
  deleteMultiple: [struct({ table: [1, BINARY], deletes: [2, list(TDelete)] }), list(TDelete)],
  increment: [struct({ table: [1, BINARY], increment: [2, TIncrement] }), TResult],
  append: [struct({ table: [1, BINARY], append: [2, TAppend] }), TResult],
  mutateRow: [struct({ table: [1, BINARY], mutations: [2, TRowMutations] }), null],
  checkAndMutate: [
    struct({
      table: [1, BINARY],
      row: [2, BINARY],
      family: [3, BINARY],
      qualifier: [4, BINARY],
      op: [5, I32],
      value: [6, BINARY],
      mutations: [7, TRowMutations],
    }),
    BOOL,
  ],
  getScannerResults: [struct({ table: [1, BINARY], scan: [2, TScan], rows: [3, I32] }), list(TResult)],
  openScanner: [struct({ table: [1, BINARY], scan: [2, TScan] }), I32],
  getScannerRows: [struct({ scanner: [1, I32], rows: [2, I32] }), list(TResult)],
  closeScanner: [struct({ scanner: [1, I32] }), null],
  getAllRegionLocations: [struct({ table: [1, BINARY] }), list(THRegionLocation)],
  getTableDescriptor: [struct({ tableName: [1, TTableName] }), TTableDescriptor],
  getTableDescriptorsByNamespace: [struct({ name: [1, TEXT] }), list(TTableDescriptor)],
  getTableDescriptorsByPattern: [struct({ regex: [1, TEXT], system: [2, BOOL] }), list(TTableDescriptor)],
  getTableNamesByNamespace: [struct({ name: [1, TEXT] }), list(TTableName)],
  getTableNamesByPattern: [struct({ regex: [1, TEXT], system: [2, BOOL] }), list(TTableName)],
  tableExists: [struct({ tableName: [1, TTableName] }), BOOL],
  isTableEnabled: [struct({ tableName: [1, TTableName] }), BOOL],
  isTableDisabled: [struct({ tableName: [1, TTableName] }), BOOL],
  isTableAvailable: [struct({ tableName: [1, TTableName] }), BOOL],
  createTable: [struct({ descriptor: [1, TTableDescriptor], splitKeys: [2, list(BINARY)] }), null],
  deleteTable: [struct({ tableName: [1, TTableName] }), null],
  truncateTable: [struct({ tableName: [1, TTableName], preserveSplits: [2, BOOL] }), null],
  enableTable: [struct({ tableName: [1, TTableName] }), null],
  disableTable: [struct({ tableName: [1, TTableName] }), null],
  addColumnFamily: [struct({ tableName: [1, TTableName], family: [2, TColumnFamilyDescriptor] }), null],
  modifyColumnFamily: [struct({ tableName: [1, TTableName], family: [2, TColumnFamilyDescriptor] }), null],
  deleteColumnFamily: [struct({ tableName: [1, TTableName], family: [2, BINARY] }), null],
  modifyTable: [struct({ descriptor: [1, TTableDescriptor] }), null],
  createNamespace: [struct({ namespace: [1, TNamespaceDescriptor] }), null],
  modifyNamespace: [struct({ namespace: [1, TNamespaceDescriptor] }), null],
  deleteNamespace: [struct({ name: [1, TEXT] }), null],
  getNamespaceDescriptor: [struct({ name: [1, TEXT] }), TNamespaceDescriptor],
  listNamespaceDescriptors: [struct({}), list(TNamespaceDescriptor)],
};
