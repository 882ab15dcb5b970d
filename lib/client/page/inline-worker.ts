/**
 * The text of the worker's script, for pages that cannot start it from its address. The build replaces this module with
 * one that contains the real text. Unbuilt sources do not need it, because their server also serves the worker.
 */
export const source: string = '';
