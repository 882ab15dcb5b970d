/** How implicit timestamps are assigned. @see W-3, A-10 */
export type TimestampMode = 'ordered' | 'strict' | 'wall';
