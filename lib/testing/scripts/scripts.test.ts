import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { type Block, parseScript, type Script, type Section, withOutputs } from './script-parser.js';
import { ScriptPlayer } from './script-player.js';

const FOLDER = 'lib/testing/scripts';

/** BIGTAB_SHOW_SCRIPTS=1 prints every script that differs, with the database's answers, for a person to judge. */
const show = process.env.BIGTAB_SHOW_SCRIPTS === '1';
if (show && process.env.CI !== undefined) throw new Error('BIGTAB_SHOW_SCRIPTS is for people, not for CI');

const names = readdirSync(inRoot(FOLDER)).filter((name) => name.endsWith('.txt'));

for (const name of names) {
  const script = parseScript(name, readFileSync(inRoot(`${FOLDER}/${name}`), 'utf8'));
  const outputs = new Map<Block, readonly string[]>();

  describe(name, () => {
    for (const section of script.sections)
      it(`${section.title} (line ${section.line})`, () => play(script, section, outputs));

    afterAll(() => {
      const actual = withOutputs(script, outputs);
      if (show && actual !== script.lines.join('\n')) console.log(`${name} would be\n\n${actual}`);
    });
  });
}

/** Plays a section and compares, block by block. The actual output is stored in `outputs`. */
async function play(script: Script, section: Section, outputs: Map<Block, readonly string[]>): Promise<void> {
  const player = new ScriptPlayer(script.path);
  try {
    for (const block of section.blocks) {
      const printed = await player.play(block);
      outputs.set(block, printed);
      // With BIGTAB_SHOW_SCRIPTS, all answers are shown, so the first difference does not end the test.
      const judge = show ? expect.soft : expect;
      judge(printed, `${script.path}:${block.line}: ${block.commands.at(-1)?.text}`).toEqual(block.expected);
    }
  } finally {
    await player.close();
  }
}
