/** How a long call is controlled and observed. */
export interface CallControl {
  /** Resolves when the call is to be given up; `isAborted` is true from then on. */
  readonly aborted: Promise<void>;
  readonly isAborted: boolean;
  advance(done: number, total: number, unit: 'cells' | 'bytes' | 'seconds'): void;
}
