/*
 * The package's entry. Importing it touches nothing of the platform.
 */
export * as Bytes from './bytes/bytes.js';
export type { Admin } from './client/admin.js';
export type { FailureCause } from './client/batch-failed.js';
export type { BytesMap } from './client/bytes-map.js';
export type { AbortSignalLike, CallOptions, Progress } from './client/call-options.js';
export { connect } from './client/connect.js';
export type { ConnectOptions } from './client/connect-options.js';
export type { Connection, ConnectionEvents } from './client/connection.js';
export { deleteDatabase, listDatabases, type WorkerOptions } from './client/delete-database.js';
export type { UnavailableReason, WorkerLike } from './client/platform.js';
export type { Result, ResultJson } from './client/result.js';
export type { ResultScanner } from './client/result-scanner.js';
export type { AnySchema, SchemaOf } from './client/schema.js';
export type { Table } from './client/table.js';
export { BigtabError, type ErrorCode } from './errors.js';
export type { BytesLike, ColumnLike } from './model/bytes-like.js';
export type { Cell, CellTypeName } from './model/cell.js';
export { Delete, type DeleteLike, type MarkerLike } from './model/delete.js';
export type { BloomFilter, FamilyAttributes, FamilyDescriptor, FamilyLike } from './model/family-descriptor.js';
export { Get, type GetLike } from './model/get.js';
export { Increment, type IncrementLike } from './model/increment.js';
export type { MemoryOptions } from './model/memory-options.js';
export { type Durability, LATEST_TIMESTAMP } from './model/mutation.js';
export { type CellLike, Put, type PutLike } from './model/put.js';
export { Scan, type ScanLike } from './model/scan.js';
export type { TableDescriptor, TableLike } from './model/table-descriptor.js';
export type { TimestampLike } from './model/timestamp.js';
export type { TimestampMode } from './region/row-clock.js';
export type { RecoveryReport, StatusReport, Usage } from './service/status-report.js';
