export interface Progress {
  readonly done: number;
  readonly total: number;
}
