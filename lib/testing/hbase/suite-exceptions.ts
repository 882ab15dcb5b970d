import type { NotCarried } from '../../hbase/not-carried.js';

/**
 * Why a test of the Table suite does not pass over HBase: it needs a part that is refused; HBase answers something else;
 * or it must not run there.
 */
export type SuiteException =
  | { readonly refused: NotCarried }
  | { readonly differs: string }
  | { readonly notRun: string };

/** The tests that do not pass over HBase. */
export const SUITE_EXCEPTIONS: Readonly<Record<string, SuiteException>> = {};
