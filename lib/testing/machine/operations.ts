import type { MachineOperation } from './operation.js';
import { alter } from './operations/alter.js';
import { copy } from './operations/copy.js';
import { createTable } from './operations/create-table.js';
import { dropTable } from './operations/drop-table.js';
import { endProcess } from './operations/end-process.js';
import { failDuring } from './operations/fail-during.js';
import { flush } from './operations/flush.js';
import { majorCompact } from './operations/major-compact.js';
import { passTime } from './operations/pass-time.js';
import { putUnique } from './operations/put-unique.js';
import { read } from './operations/read.js';
import { readIndex } from './operations/read-index.js';
import { reopen } from './operations/reopen.js';
import { snapshot } from './operations/snapshot.js';
import { useSnapshot } from './operations/use-snapshot.js';
import { write } from './operations/write.js';

/** Everything that a run may contain. */
export const OPERATIONS: readonly MachineOperation[] = [
  ...[createTable, dropTable, alter, write, putUnique, read, readIndex, passTime, flush, majorCompact],
  ...[snapshot, useSnapshot, copy, reopen, endProcess, failDuring],
];
