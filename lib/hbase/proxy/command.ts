import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BigtabError, invalidArgument } from '../../errors.js';
import { readCommandOptions, USAGE } from './command-options.js';
import { startHBaseProxy } from './hbase-proxy.js';
import { logText } from './log-text.js';
import type { ProxyLogEntry } from './proxy-log.js';
import type { HBaseProxyOptions } from './proxy-options.js';

/** What the command uses of its process. */
export interface CommandProcess {
  print(text: string): void;
  printError(text: string): void;
  /** Resolves when the process receives a signal to end. */
  readonly stopped: Promise<void>;
}

const COMMANDS = `Usage: bigtab COMMAND

  hbase-proxy  lets web pages use an HBase cluster; bigtab hbase-proxy --help explains its options
`;

/** Runs a command, and resolves to the exit code: 0, 1 for a failure, 2 for words that are not valid. */
export async function runCommand([command, ...words]: readonly string[], io: CommandProcess): Promise<number> {
  if (command !== 'hbase-proxy') {
    if (command === '--help' || command === '-h') return help(COMMANDS, io);
    const mistake = command === undefined ? '' : `bigtab: there is no command '${logText(command, 100)}'\n\n`;
    io.printError(mistake + COMMANDS);
    return 2;
  }
  try {
    return await runProxy(words, io);
  } catch (error) {
    const isMistake = BigtabError.is(error) && error.code === 'INVALID_ARGUMENT';
    const advice = isMistake ? '\nbigtab hbase-proxy --help explains the options.' : '';
    const reason = logText(error instanceof Error ? error.message : String(error), 1800);
    io.printError(`bigtab hbase-proxy: ${reason}${advice}\n`);
    return isMistake ? 2 : 1;
  }
}

async function runProxy(words: readonly string[], io: CommandProcess): Promise<number> {
  const read = readCommandOptions(words);
  if (read === null) return help(USAGE, io);
  const { loginModule, ...options } = read;
  const login = loginModule === null ? undefined : await loadLogin(loginModule);
  const proxy = await startHBaseProxy({ ...options, login, log: (entry) => report(entry, io) });
  io.print(`HBase proxy: ${proxy.url} -> ${withoutPassword(options.gateway)}\n`);
  await io.stopped;
  await proxy.close();
  return 0;
}

async function loadLogin(path: string): Promise<NonNullable<HBaseProxyOptions['login']>> {
  const module = await import(pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    throw invalidArgument(`--login: the module ${path} cannot be loaded: ${(error as Error).message}`);
  });
  if (typeof module.default !== 'function') {
    throw invalidArgument(`--login: the module ${path} has no function as its default export`);
  }
  return module.default;
}

function report({ status, method, tables, user, reason }: ProxyLogEntry, io: CommandProcess): void {
  if (reason === null) return;
  const call = method === null ? '' : ` ${method} ${JSON.stringify(tables)}`;
  // As JSON, because tables and reasons may contain what a client has sent.
  io.printError(`${status}${call}${user === null ? '' : ` as ${user}`}: ${JSON.stringify(reason)}\n`);
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

function help(text: string, io: CommandProcess): number {
  io.print(text);
  return 0;
}
