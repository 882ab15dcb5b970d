import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseScript } from './script-parser.js';
import { ScriptPlayer } from './script-player.js';

let player: ScriptPlayer;

beforeEach(() => {
  player = new ScriptPlayer('some.txt');
});

afterEach(() => player.close());

/** The output of the commands of one block. */
async function play(text: string): Promise<readonly string[]> {
  const [block] = parseScript('some.txt', `== one\n${text}`).sections[0]?.blocks ?? [];
  if (block === undefined) throw new Error('no block');
  return player.play(block);
}

/** The message for the script's author about the mistake in the block. */
async function complaint(text: string): Promise<string> {
  const error = await play(`create f\n${text}`).then(
    () => null,
    (reason: Error) => reason,
  );
  if (error === null) return 'nothing';
  return `${error.message} (${(error.cause as Error).message})`;
}

describe('a player', () => {
  it('returns the output of all commands of a block, in order', async () => {
    expect(await play('create f\nput r f:q a\nget r\nscan\nexists s')).toEqual([
      'f:q timestamp=1000, value=a',
      'r column=f:q, timestamp=1000, value=a',
      'false',
    ]);
  });

  it('prints the class of a database error, and continues', async () => {
    expect(await play('create f\nput r x:q a\nget r')).toEqual(['error NoSuchColumnFamilyException', '0 row(s)']);
  });

  it('names the line of an unknown command', async () => {
    expect(await complaint('purge r')).toBe('some.txt:3: purge r (no command is called purge)');
    expect(await complaint('get r COLOUR=>red')).toMatch(
      /^some.txt:3: .*no option is called COLOUR; there are VERSIONS,/,
    );
  });

  it('does not guess the meaning of a command', async () => {
    expect(await complaint('put r f:q')).toMatch('f:q does not have the form COLUMN VALUE');
    expect(await complaint('put r f:q a 1 more')).toMatch('does not have the form');
    expect(await complaint('put r f:q a soon')).toMatch('soon is not a number');
    expect(await complaint('delete r')).toMatch('deleteall takes whole rows');
    expect(await complaint('put r f:q a\n  f:p b')).toMatch('either behind the command or below it');
    expect(await complaint('put r\n  f:q a TTL=>5')).toMatch('options stand behind the command');
    expect(await complaint('scan RAW=>yes')).toMatch('yes is neither true nor false');
    expect(await complaint('check_and_mutate r f:q EQUAL a')).toMatch('the action stands below');
    expect(await complaint('timestamps lunar')).toMatch('no clock is called lunar');
  });

  it('requires a table first', async () => {
    await expect(play('get r')).rejects.toThrow('some.txt:2: get r');
  });
});
