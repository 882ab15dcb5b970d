/*
 * Mistakes of transactions that the simulator must find. Each is made in the product's code. A function plants it and
 * returns the function that removes it.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { equalBytes } from '../../bytes/compare.js';
import type { Result } from '../../client/answers/result.js';
import { TransactionCalls } from '../../client/calls/transaction-calls.js';
import { CommitGroup } from '../../engine/region/commit-group.js';
import { Requests } from '../../engine/server/requests.js';
import { readSingle } from '../../engine/server/single-read.js';
import type { AtomicRequest, ReadCheck } from '../../service/atomic-batch-codec.js';
import { encodeOpenScanner, readOpenScanner } from '../../service/scan-codec.js';
import { OperationLog } from '../../storage/wal/operation-log.js';
import { replaceMethod } from '../fakes/replace-method.js';
import type { Plant } from './faults.js';

/** The names of the bugs say what is wrong. */
export const PLANTED_TRANSACTION_BUGS: Readonly<Record<string, Plant>> = {
  'reads are not validated': () => validating(() => null),
  'reads that found nothing are not validated': () => validating((read) => (read.rows > 0 ? read : null)),
  'rows after those that a range returned are not validated': () =>
    validating((read) => (read.kind === 'scan' && read.rows > 0 ? limited(read) : read)),
  'only reads of rows that are written are validated': () =>
    validating((read, { mutations }) => {
      const { table, range } = readSingle(read.kind, read.request);
      const isWritten = mutations.some(
        (part) => part.table === table && part.actions.some((one) => 'row' in one && equalBytes(one.row, range.start)),
      );
      return isWritten ? read : null;
    }),
  'a read returns what the page has read before': () => {
    const known = new Map<string, Result>();
    return replaceMethod(
      TransactionCalls.prototype,
      'get',
      (get) =>
        async function (this: TransactionCalls, table, request) {
          const result = await get.call(this, table, request);
          const key = `${table}/${request.row}`;
          const old = known.get(key);
          known.set(key, result);
          return old ?? result;
        },
    );
  },
  'a transaction that is refused leaves its writes': () =>
    replaceMethod(
      Requests.prototype,
      'atomicBatch',
      (atomicBatch) =>
        function (this: Requests, request, operation, own) {
          const ran = atomicBatch.call(this, { ...request, reads: [] }, operation, own);
          if (request.reads.length > 0) atomicBatch.call(this, { ...request, checks: [], mutations: [] }, null, own);
          return ran;
        },
    ),
  'reads are validated with the state before the commit group': () => validatingBefore(),
  'conditions are judged after the mutations': () =>
    replaceMethod(
      Requests.prototype,
      'atomicBatch',
      (atomicBatch) =>
        function (this: Requests, request, operation, own) {
          const ran = atomicBatch.call(this, { ...request, checks: [] }, operation, own);
          if (request.checks.length > 0) atomicBatch.call(this, { ...request, reads: [], mutations: [] }, null, own);
          return ran;
        },
    ),
  'a commit that is sent again is applied again': () =>
    replaceMethod(OperationLog.prototype, 'answerOf', () => () => null),
  'reads without writes are not validated': () =>
    replaceMethod(
      TransactionCalls.prototype,
      'commit',
      (commit) =>
        async function (this: TransactionCalls, writes) {
          if (writes) await commit.call(this, writes);
        },
    ),
};

/** The engine validates what `choose` returns instead of a read; null: nothing. */
function validating(choose: (read: ReadCheck, request: AtomicRequest) => ReadCheck | null): () => void {
  return replaceMethod(
    Requests.prototype,
    'atomicBatch',
    (atomicBatch) =>
      function (this: Requests, request, operation, own) {
        // The bug does not affect transactions that only read.
        if (request.mutations.length === 0) return atomicBatch.call(this, request, operation, own);
        const reads = request.reads.map((read) => choose(read, request)).filter((read) => read !== null);
        return atomicBatch.call(this, { ...request, reads }, operation, own);
      },
  );
}

/** The same scan, which ends with the last row that it returned. */
function limited(read: ReadCheck): ReadCheck {
  const { table, ...scan } = readOpenScanner(new ByteReader(read.request, 0, read.request.length, 'a scan'));
  return { ...read, request: encodeOpenScanner(table, { ...scan, limit: read.rows }) };
}

/** Reads are validated at the read point that the commit group began with. */
function validatingBefore(): () => void {
  const began = new WeakMap<CommitGroup, number>();
  const { prototype } = CommitGroup;
  const readPoint = Object.getOwnPropertyDescriptor(prototype, 'readPoint') as PropertyDescriptor;
  let isOld = false;
  Object.defineProperty(prototype, 'readPoint', {
    configurable: true,
    get(this: CommitGroup) {
      const now = readPoint.get?.call(this);
      return isOld ? (began.get(this) ?? now) : now;
    },
  });
  const undo = [
    replaceMethod(
      prototype,
      'end',
      (end) =>
        function (this: CommitGroup) {
          end.call(this);
          began.set(this, this.lastSequenceId);
        },
    ),
    replaceMethod(
      Requests.prototype,
      'atomicBatch',
      (atomicBatch) =>
        function (this: Requests, request, operation, own) {
          isOld = true;
          try {
            if (request.reads.length > 0) atomicBatch.call(this, { ...request, checks: [], mutations: [] }, null, own);
          } finally {
            isOld = false;
          }
          return atomicBatch.call(this, { ...request, reads: [] }, operation, own);
        },
    ),
  ];
  return () => {
    for (const one of undo) one();
    Object.defineProperty(prototype, 'readPoint', readPoint);
  };
}
