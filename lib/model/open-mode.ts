/** What opening a database may change, and whether reads pass over damaged files; see `connect`. */
export type OpenMode = 'normal' | 'read-only' | 'salvage';
