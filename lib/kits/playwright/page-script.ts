/**
 * The text of the script that `page-kit` becomes: it assigns its exports to the variable `bigtabKit`. The build replaces
 * this module with one that contains the real text.
 */
export const source: string = '';
