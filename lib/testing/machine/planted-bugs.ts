/*
 * Mistakes that runs must find. Each function plants one in the product's code and returns the function that removes it.
 */
import { ByteWriter } from '../../bytes/byte-writer.js';
import { IndexChange } from '../../engine/index/index-change.js';
import { SegmentWriter } from '../../storage/wal/segment-writer.js';
import { Wal } from '../../storage/wal/wal.js';
import { replaceMethod } from '../fakes/replace-method.js';
import type { HostName } from './host.js';

export interface PlantedBug {
  /** Where runs find it. */
  readonly host: HostName;
  /** They find it within this number of steps. */
  readonly steps: number;
  readonly plant: () => () => void;
}

/** The names of the bugs say what is wrong. */
export const PLANTED_BUGS: Readonly<Record<string, PlantedBug>> = {
  'a write leaves an index as it was': {
    host: 'memory',
    steps: 1000,
    plant: () =>
      replaceMethod(
        IndexChange.prototype,
        'append',
        (append) =>
          function (this: IndexChange, sequenceId) {
            return append.call(this, sequenceId, new ByteWriter());
          },
      ),
  },
  'a unique value is not judged': {
    host: 'memory',
    steps: 1000,
    plant: () =>
      replaceMethod(
        IndexChange.prototype,
        'append',
        (append) =>
          function (this: IndexChange, sequenceId, out) {
            append.call(this, sequenceId, out);
            return [];
          },
      ),
  },
  'a write is acknowledged before its record is in the log': {
    host: 'memory',
    steps: 1000,
    plant: () =>
      replaceMethod(
        Wal.prototype,
        'write',
        () =>
          function (this: Wal) {
            this.defer();
          },
      ),
  },
  'a forced log is not forced to the disk': {
    host: 'simulated',
    steps: 1000,
    plant: () => replaceMethod(SegmentWriter.prototype, 'flush', () => () => {}),
  },
};
