import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandForm, readCommand } from '../../build/command-words.js';
import { directPlayer, playLines, threadPlayer } from './play-lines.js';
import type { Player } from './player.js';
import { type HistoryLine, isNoHistory, readHistoryFile } from './read-history-file.js';
import { isGood, newTally, summary } from './report.js';

const COMMAND: CommandForm = {
  help: `npm run conformance -- [options] FILES…: replays recorded calls and compares the answers with those of a live HBase
  --transport NAME   direct, thread or browser, default direct`,
  options: { transport: { type: 'string', default: 'direct' } },
  words: null,
};

/** Plays the files that `words` name, prints the outcome, and returns the exit code. */
export async function runConformance(
  words: readonly string[],
  openBrowserPlayer: () => Promise<Player>,
): Promise<number> {
  const transports: Readonly<Record<string, () => Player | Promise<Player>>> = {
    direct: directPlayer,
    thread: threadPlayer,
    browser: openBrowserPlayer,
  };
  const read = readCommand(words, COMMAND, console.error);
  if (typeof read === 'number') return read;
  const { values, words: files } = read;
  const transport = String(values.transport);
  const open = Object.hasOwn(transports, transport) ? transports[transport] : undefined;
  if (open === undefined || files.length === 0) {
    console.error(open === undefined ? `there is no transport '${transport}'\n${COMMAND.help}` : COMMAND.help);
    return 1;
  }
  const player = await open();
  try {
    return await playFiles(files, player);
  } finally {
    await player.close();
  }
}

async function playFiles(files: readonly string[], player: Player): Promise<number> {
  const tally = newTally();
  let allRead = true;
  for (const file of files) {
    const lines = await readOrTell(file);
    if (lines === null) allRead = false;
    else await playLines(lines, player, tally, console.log);
  }
  console.log(summary(tally));
  return isGood(tally) && allRead ? 0 : 1;
}

/** The lines of a file. Lines in no known language are always reported. */
async function readOrTell(file: string): Promise<readonly HistoryLine[] | null> {
  try {
    // npm runs a script in the package's folder, wherever it was called.
    const lines = await readHistoryFile(existsSync(file) ? file : resolve(process.env.INIT_CWD ?? '.', file));
    const others = lines.filter(isNoHistory).map(({ number }) => number);
    if (others.length > 0) {
      console.error(`${file}:${others[0]}: this is of no language that is known here (${others.length} such lines)`);
    }
    return lines;
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
