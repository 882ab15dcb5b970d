/*
 * The package's entry `bigtab/shell`: HBase's shell as text, over any connection. Importing it uses nothing of the
 * platform.
 */
export { createShell, type RunOptions, type Shell, type ShellOptions } from './shell/shell.js';
