import type { LiveRows } from '../../client/live/live-rows.js';

/** Whether the rows are being read again: until then, a user who asks gets the state before. */
export function isRereading(live: LiveRows<unknown>): boolean {
  return (live as unknown as { readonly watch: { readonly rereading: boolean } }).watch.rereading;
}
