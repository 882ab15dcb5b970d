import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { parseSessions } from './session-parser.js';
import { SessionPlayer } from './session-player.js';

const FOLDER = 'lib/testing/sessions';

/** BIGTAB_SHOW_SCRIPTS=1 shows every step that differs, for a person to judge. */
const show = process.env.BIGTAB_SHOW_SCRIPTS === '1';
if (show && process.env.CI !== undefined) throw new Error('BIGTAB_SHOW_SCRIPTS is for people, not for CI');

const names = readdirSync(inRoot(FOLDER)).filter((name) => name.endsWith('.txt'));

for (const name of names) {
  const { sessions } = parseSessions(name, readFileSync(inRoot(`${FOLDER}/${name}`), 'utf8'));

  describe(name, () => {
    for (const { title, line, steps } of sessions) {
      it(`${title} (line ${line})`, async () => {
        const player = new SessionPlayer();
        try {
          for (const step of steps) {
            const printed = await player.play(step);
            if (show && printed.join('\n') !== step.output.join('\n'))
              console.log(`${name}:${step.line}\n${printed.join('\n')}`);
            const judge = show ? expect.soft : expect;
            judge(printed, `${name}:${step.line}: ${step.text}`).toEqual(step.output);
          }
        } finally {
          await player.close();
        }
      });
    }
  });
}
