import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { printable } from './printable.js';
import { createShell } from './shell.js';

const HOSTILE = '\x1b]0;owned\x07\r\n\u009b2J\u202egnp.\u2066\u200f\u061c\u2028';

describe('printable', () => {
  it('shows characters that could control a terminal as bytes, and other text unchanged', () => {
    expect(printable(HOSTILE)).toBe(
      '\\x1B]0;owned\\x07\\x0D\\x0A\\xC2\\x9B2J\\xE2\\x80\\xAEgnp.\\xE2\\x81\\xA6\\xE2\\x80\\x8F\\xD8\\x9C\\xE2\\x80\\xA8',
    );
    for (const text of ['', 'zürich 日本 👩‍💻', 'a\\x1B', "it's", '\ud800']) expect(printable(text)).toBe(text);
  });
});

describe('a shell', () => {
  it('prints no control character and none that changes the direction of text, wherever it occurs', async () => {
    const connection = await openMemory();
    const admin = connection.getAdmin();
    const configuration = { [HOSTILE]: HOSTILE };
    await admin.createNamespace({ name: 'ns', configuration });
    const families = [{ name: '\u202ef', metadata: configuration, configuration }];
    await admin.createTable({ name: 'ns:t', families, metadata: configuration, configuration });
    const table = connection.getTable('ns:t');
    await table.put({ row: HOSTILE, cells: [{ family: '\u202ef', qualifier: HOSTILE, value: HOSTILE }] });
    const commands = [
      "describe 'ns:t'",
      "describe_namespace 'ns'",
      "scan 'ns:t'",
      "scan 'ns:t', {FORMATTER => 'toString'}",
      "count 'ns:t', 1",
      `get 'ns:t', "${HOSTILE}"`,
      `get '${HOSTILE}', 'r'`,
      `x = '${HOSTILE}'; x`,
      `{'${HOSTILE}' => 1}`,
      `alter 'ns:t', '${HOSTILE}' => 1`,
      `help '${HOSTILE}'`,
      `${HOSTILE} 1`,
      `put 'ns:t', 'r', 'g:${HOSTILE}', 'v'`,
    ];
    for (const width of [0, 40]) {
      const shell = createShell(connection, { width, now: () => 0 });
      for (const command of commands) {
        const lines = (await shell.run(command)).split('\n');
        expect(lines.join(''), command).not.toBe('');
        for (const line of lines) expect(printable(line), command).toBe(line);
        if (width > 0)
          for (const line of lines.filter((one) => one.startsWith(' '))) expect(line.length).toBeLessThan(42);
      }
    }
  });
});
