/*
 * The package's entry. Importing it uses nothing of the platform.
 */
export type {
  BackupSource,
  BackupTarget,
  BlobLike,
  DirectoryHandleLike,
  FileHandleLike,
  FileWriterLike,
  WritableBytes,
} from './backup/backup-files.js';
export type { ByteStreamLike } from './backup/byte-source.js';
export type { WrittenBackup } from './backup/write-backup.js';
export * as Bytes from './bytes/bytes.js';
export * as OrderedBytes from './bytes/ordered-bytes.js';
export type { Admin } from './client/admin.js';
export type { CheckAndMutateResult } from './client/answers/check-and-mutate-result.js';
export type { Cursor, Result, ResultJson } from './client/answers/result.js';
export type {
  AnswersOf,
  AtomicBatchOptions,
  AtomicMutationsOn,
  ConditionOn,
  ConditionsOn,
} from './client/atomic-mutations.js';
export type { ByteStream, PlainByteStream } from './client/backup/byte-stream.js';
export type { ExportOptions } from './client/backup/export-stream.js';
export type { ImportOptions } from './client/backup/import-stream.js';
export type { BackupOptions } from './client/backup/run-backup.js';
export type { BufferedMutator, BufferedMutatorLike } from './client/buffered-mutator.js';
export type { AtomicMutation, AtomicTable, RowCondition } from './client/calls/atomic-batch.js';
export type { FailureCause } from './client/calls/batch-failed.js';
export type { AbortSignalLike, CallOptions, Progress } from './client/calls/call-options.js';
export type { BatchAction, BatchCallback, BatchResult } from './client/calls/run-batch.js';
export { type ColumnValue, columnEquals } from './client/column-equals.js';
export type { Connection, RepairOptions } from './client/connection.js';
export type { ConnectionEvents } from './client/connection-events.js';
export type { CopiedTable, CopyProgress, CopyTableOptions } from './client/copy/copy-options.js';
export { copyTable } from './client/copy/copy-table.js';
export type { OnDecodeError } from './client/decode-error.js';
export { defineTable, type TableDefinition, type TableDefinitionLike } from './client/define-table.js';
export type { EnsureTableOptions, IndexedTableLike } from './client/ensure-table.js';
export type { ListenerOptions } from './client/event-listeners.js';
export type { ColumnCodecs, FamilyDefinition, FamilyDefinitions } from './client/family-definition.js';
export type { AnyIndexes, IndexableColumn, IndexDefinition, IndexDefinitions } from './client/index-definition.js';
export { changesBetween, type RowChange } from './client/live/changes-between.js';
export type { LiveRows } from './client/live/live-rows.js';
export type { LiveState } from './client/live/live-state.js';
export type { WatchOptions } from './client/live/watches.js';
export { connect } from './client/page/connect.js';
export type { ConnectOptions } from './client/page/connect-options.js';
export { deleteDatabase, listDatabases, type WorkerOptions } from './client/page/delete-database.js';
export type { UnavailableReason, WorkerLike } from './client/page/platform.js';
export { type RestoreDatabaseOptions, restoreDatabase } from './client/page/restore-database.js';
export type { Existed } from './client/page/settle-origin.js';
export type { Upgrade, UpgradeSignal } from './client/page/upgrade.js';
export type { RegionLocator } from './client/region-locator.js';
export type { ResultScanner } from './client/result-scanner.js';
export type { RowHandle } from './client/row-handle.js';
export type { HistoryEntry, HistoryOptions } from './client/row-history.js';
export type {
  ActionOf,
  AnySchema,
  AppendOf,
  CheckAndMutateOf,
  ColumnOf,
  DeleteOf,
  FamilyOf,
  GetOf,
  IncrementOf,
  PutOf,
  RowMutationOf,
  RowMutationsOf,
  ScanOf,
  SchemaOf,
} from './client/schema.js';
export type { Table } from './client/table.js';
export type { TableCheckBuilder } from './client/table-check-builder.js';
export type { TablePattern } from './client/table-pattern.js';
export type { TransactOptions } from './client/transact.js';
export type { Transaction, TransactionTable, TypedTransactionTable } from './client/transaction.js';
export type { TypedCheckBuilder } from './client/typed-check-builder.js';
export type { TypedIndexScan } from './client/typed-index-scan.js';
export type { AnyKey, RowBound, RowKey, RowKeyOutput } from './client/typed-key.js';
export type { TypedCell, TypedPut } from './client/typed-put.js';
export type {
  TypedAction,
  TypedAppend,
  TypedCheckAndMutate,
  TypedDelete,
  TypedGet,
  TypedIncrement,
  TypedMutation,
  TypedRowMutation,
  TypedRowMutations,
  TypedScan,
} from './client/typed-request.js';
export type { FoundRow, RowProperties, TypedRow } from './client/typed-row.js';
export type { HistoryValueOf, TypedRowHandle } from './client/typed-row-handle.js';
export type { TypedScanner } from './client/typed-scanner.js';
export type {
  TypedBatchResult,
  TypedBufferedMutator,
  TypedGetOptions,
  TypedScanOptions,
  TypedTable,
} from './client/typed-table.js';
export { BigtabError, type ErrorCode } from './errors.js';
export { ColumnCountGetFilter } from './filter/column-count-get-filter.js';
export { ColumnPaginationFilter } from './filter/column-pagination-filter.js';
export { ColumnPrefixFilter } from './filter/column-prefix-filter.js';
export { ColumnRangeFilter } from './filter/column-range-filter.js';
export { ColumnValueFilter } from './filter/column-value-filter.js';
export { BigDecimalComparator } from './filter/comparators/big-decimal-comparator.js';
export { BinaryComparator } from './filter/comparators/binary-comparator.js';
export { BinaryComponentComparator } from './filter/comparators/binary-component-comparator.js';
export { BinaryPrefixComparator } from './filter/comparators/binary-prefix-comparator.js';
export { BitComparator, type BitwiseOp } from './filter/comparators/bit-comparator.js';
export { LongComparator } from './filter/comparators/long-comparator.js';
export { NullComparator } from './filter/comparators/null-comparator.js';
export { type RegexEngine, RegexStringComparator } from './filter/comparators/regex-string-comparator.js';
export { SubstringComparator } from './filter/comparators/substring-comparator.js';
export { DependentColumnFilter } from './filter/dependent-column-filter.js';
export { FamilyFilter } from './filter/family-filter.js';
export { FilterList, type FilterListOperator } from './filter/filter-list.js';
export { FirstKeyOnlyFilter } from './filter/first-key-only-filter.js';
export { FirstKeyValueMatchingQualifiersFilter } from './filter/first-key-value-matching-qualifiers-filter.js';
export { FuzzyRowFilter } from './filter/fuzzy-row-filter.js';
export { InclusiveStopFilter } from './filter/inclusive-stop-filter.js';
export { KeyOnlyFilter } from './filter/key-only-filter.js';
export { parseFilter } from './filter/language/parse-filter.js';
export { MultiRowRangeFilter, type RowRange } from './filter/multi-row-range-filter.js';
export { MultipleColumnPrefixFilter } from './filter/multiple-column-prefix-filter.js';
export { PageFilter } from './filter/page-filter.js';
export { PrefixFilter } from './filter/prefix-filter.js';
export { QualifierFilter } from './filter/qualifier-filter.js';
export { RandomRowFilter } from './filter/random-row-filter.js';
export { RowFilter } from './filter/row-filter.js';
export { SingleColumnValueExcludeFilter } from './filter/single-column-value-exclude-filter.js';
export { SingleColumnValueFilter } from './filter/single-column-value-filter.js';
export { SkipFilter } from './filter/skip-filter.js';
export { TimestampsFilter } from './filter/timestamps-filter.js';
export { ValueFilter } from './filter/value-filter.js';
export { WhileMatchFilter } from './filter/while-match-filter.js';
export { Append, type AppendLike, type AppendValueLike } from './model/append.js';
export type { BytesLike, ColumnLike } from './model/bytes-like.js';
export type { BytesMap } from './model/bytes-map.js';
export type { Cell, CellTypeName } from './model/cell.js';
export {
  CheckAndMutate,
  type CheckAndMutateBuilder,
  type CheckAndMutateLike,
} from './model/check-and-mutate.js';
export { type AppendCodec, bytes, type Codec, type CounterCodec, float64, int64, text } from './model/codec.js';
export type { CompareOperator } from './model/compare-operator.js';
export { Delete, type DeleteLike, type MarkerLike } from './model/delete.js';
export type { Durability } from './model/durability.js';
export type { EraseReport } from './model/erase-report.js';
export type { FamilySelection } from './model/family-selection.js';
export { Comparator, Filter } from './model/filter.js';
export { Get, type GetLike } from './model/get.js';
export { type AmountLike, Increment, type IncrementAmount, type IncrementLike } from './model/increment.js';
export { json, type SchemaInput, type SchemaOutput, type StandardSchemaLike } from './model/json-codec.js';
export { KEEP_HISTORY } from './model/keep-history.js';
export {
  type KeyCodec,
  type KeyInput,
  type KeyOutput,
  type KeyPartLike,
  type KeyPrefix,
  keyOf,
} from './model/key-codec.js';
export { float64Descending, int64Descending, type KeyPart, textDescending } from './model/key-part.js';
export type { MemoryBudget, MemoryOptions } from './model/memory-options.js';
export { LATEST_TIMESTAMP, type MutationCell } from './model/mutation.js';
export type { OpenMode } from './model/open-mode.js';
export { type CellLike, Put, type PutLike } from './model/put.js';
export type { QueryLike } from './model/query.js';
export { ALL_VERSIONS, type FamilyTimeRange } from './model/query-options.js';
export type { LostPart, RepairReport } from './model/repair-report.js';
export type { RestoreOptions } from './model/restore.js';
export {
  type RowMutation,
  type RowMutationLike,
  RowMutations,
  type RowMutationsLike,
} from './model/row-mutations.js';
export { type IsolationLevel, Scan, type ScanLike } from './model/scan.js';
export type {
  BloomFilter,
  Compression,
  DataBlockEncoding,
  FamilyAttributes,
  FamilyDescriptor,
  FamilyLike,
  KeepDeletedCells,
} from './model/schema/family-descriptor.js';
export type { IndexesLike, IndexLike, IndexOrder } from './model/schema/index-descriptor.js';
export type { NamespaceAttributes, NamespaceDescriptor, NamespaceLike } from './model/schema/namespace-descriptor.js';
export type { Configuration } from './model/schema/settings.js';
export type { TableDescriptor, TableLike } from './model/schema/table-descriptor.js';
export { FOREVER } from './model/schema/time-to-live.js';
export type { SnapshotDescription, SnapshotProperties, SnapshotType } from './model/snapshot-description.js';
export type {
  ClockReport,
  CompactionState,
  CompactionSummary,
  IndexBuildReport,
  PruningReport,
  RecoveryReport,
  StatusReport,
  StorageReport,
  Usage,
  WatchReport,
} from './model/status-report.js';
export type { TimeRangeLike } from './model/time-range.js';
export { TimeRange } from './model/time-ranges.js';
export type { TimestampLike } from './model/timestamp.js';
export type { TimestampMode } from './model/timestamp-mode.js';
export type { VerifiedFile, VerifiedKind, VerifyReport } from './model/verify-report.js';
export type { IndexInfo } from './service/control-methods.js';
export type { SchemaChange } from './service/engine-event.js';
export type {
  ExplainOptions,
  Explanation,
  FamilyExplanation,
  SourceExplanation,
  SourceVerdict,
} from './service/explanation.js';
export type { RegionMetrics, StoreFileMetrics, StoreMetrics } from './service/region-metrics.js';
