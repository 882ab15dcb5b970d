/**
 * The text of the worker's script, for pages that cannot start it from its address. The build puts a module with the
 * real text in this one's place; sources are served by a server that also serves the worker.
 */
export const source: string = '';
