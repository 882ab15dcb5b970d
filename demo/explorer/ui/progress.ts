/** The progress of some work. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}
