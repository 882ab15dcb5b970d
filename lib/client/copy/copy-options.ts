import type { TimestampLike } from '../../model/timestamp.js';
import type { CallOptions, Progress } from '../calls/call-options.js';

/** The progress of a copy. */
export interface CopyProgress extends Progress {
  /** Pass it as `after` to continue if this copy does not end, for example because its page is closed. */
  readonly position: string;
}

/** The options of `copyTable`. */
export interface CopyTableOptions extends Pick<CallOptions, 'signal'> {
  /** Copies only cells and markers with this timestamp or a later one. Default: all. HBase: `--starttime`. */
  readonly since?: TimestampLike | undefined;
  /**
   * Continues a copy between the same tables: the `details.position` of its error, or the `position` of its progress. The
   * same timestamps are copied, and the result is that of the whole copy.
   */
  readonly after?: string | undefined;
  /**
   * Called from time to time, and once at the end, with the number of cells that were copied and verified. Their total is
   * not known in advance, so `total` equals `done`.
   */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** The rows and cells that were copied and that reads of both tables return; deleted cells and markers do not count. */
export interface CopiedTable {
  readonly rows: number;
  readonly cells: number;
  /** 8 hexadecimal digits, the same for the same cells: it does not depend on the connections or the tables. */
  readonly checksum: string;
}
