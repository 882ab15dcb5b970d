import { describe, expect, it } from 'vitest';
import { openMemory } from '../memory.js';
import { COMMANDS } from './commands.js';
import { createShell, type Shell, type ShellOptions } from './shell.js';

async function open(options: ShellOptions = {}): Promise<Shell> {
  return createShell(await openMemory(), { now: () => 0, ...options });
}

describe('a shell', () => {
  it('keeps variables from one run to the next (H-6)', async () => {
    const shell = await open();
    await shell.run("t = create 't', 'f'");
    await shell.run(['t.put "r",', '"f:q", "v", 1']);
    expect(await shell.run('t.get "r"')).toBe('COLUMN  CELL\n f:q timestamp=1, value=v\n1 row(s)\nTook 0.0000 seconds');
    expect(await shell.run('')).toBe('');
  });

  it('prints the version of the app in the status of a database that has one', async () => {
    const shell = createShell(await openMemory({ version: 3 }), { now: () => 0 });
    expect(await shell.run("status 'simple'")).toContain('\n        version=3\n        numberOfRegions=0');
    expect(await (await open()).run("status 'simple'")).not.toContain('version');
  });

  it('times its commands (H-31)', async () => {
    let now = 0;
    const shell = await open({ now: () => (now += 1234.56) });
    expect(await shell.run('list')).toContain('\nTook 1.2346 seconds\n');
    const timed = createShell(await openMemory());
    expect(await timed.run("create 't', 'f'")).toMatch(/\nTook \d+\.\d{4} seconds\n/);
  });

  it('continues after an error, or rejects with it if it is not interactive (H-10)', async () => {
    const lines = ["get 'none', 'r'", 'NONE', 'list'];
    expect(await (await open()).run(lines)).toMatch(
      /^\nERROR: Unknown table none!\n[\s\S]*\nERROR: NameError: uninitialized constant NONE\n\nTABLE\n0 row/,
    );
    const strict = await open({ interactive: false });
    await expect(strict.run(lines)).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(strict.run('NONE')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { ruby: 'NameError' },
    });
    await expect(strict.run('get')).rejects.toMatchObject({ message: expect.stringContaining('given 0, expected 2+') });
    await expect(strict.run('get (')).rejects.toMatchObject({ details: { ruby: 'SyntaxError', incomplete: true } });
  });

  it.each(['%', 'scan %q(t)', "scan 't', {LIMIT: 1}", 'scan "\\x%"', 'get "\\u", "r', 'x =', 'get ;; é'])(
    'prints that %j is not a command, and continues after its line (H-39)',
    async (line) => {
      expect(await (await open()).run([line, 'list'])).toMatch(/^\nERROR: [^\n]*\n\n[\s\S]*TABLE\n0 row\(s\)/);
    },
  );

  it('names the options that a command has, if any', async () => {
    const shell = await open();
    expect(await shell.run("put 't', 'r', 'f:q', 'v', {VISIBILITY => 'x'}")).toContain(
      'its options are TTL, ATTRIBUTES\n',
    );
    expect(await shell.run("delete 't', 'r', 'f:q', {VISIBILITY => 'x'}")).toContain(
      'no option VISIBILITY; it has none\n',
    );
  });

  it('reports that region boundaries have no effect, as the event `warning` does', async () => {
    const connection = await openMemory();
    const told: unknown[] = [];
    connection.addEventListener('warning', ({ table, attributes }) => told.push([table, attributes]));
    const shell = createShell(connection);
    const line = 'SPLITS: kept, no effect\n';
    expect(await shell.run("create 'a', 'f', SPLITS => ['m']")).toContain(line);
    expect(await shell.run("create 'b', 'f', {NUMREGIONS => 15, SPLITALGO => 'HexStringSplit'}")).toContain(line);
    expect(await shell.run("create 'c', 'f', SPLITS => []")).not.toContain('no effect');
    expect(told).toEqual([
      ['a', ['SPLITS']],
      ['b', ['SPLITS']],
    ]);
  });

  it('checks attributes when they are set (S-1, S-5)', async () => {
    const shell = await open();
    expect(await shell.run("create 't', {NAME => 'f', VERSIONS => 0}")).toContain('Maximum versions must be positive');
    expect(await shell.run("create 't', {NAME => 'f', IN_MEMORY_COMPACTION => 'X'}")).toContain(
      'Use one of NONE BASIC',
    );
    expect(await shell.run('list')).toContain('0 row(s)');
  });

  it('rejects with the reason of an aborted signal', async () => {
    const shell = await open();
    const aborted = AbortSignal.abort('enough');
    await expect(shell.run('list', { signal: aborted })).rejects.toBe('enough');
    const controller = new AbortController();
    const asking = await open({ ask: () => new Promise(() => controller.abort('never mind')) });
    await asking.run("create 't', 'f'");
    await expect(asking.run("disable_all 't'", { signal: controller.signal })).rejects.toBe('never mind');
    expect(await asking.run("is_enabled 't'")).toContain('true');
  });

  it('uses the given function for questions', async () => {
    const questions: string[] = [];
    const ask = (question: string): string => {
      questions.push(question);
      return 'y';
    };
    const shell = await open({ ask });
    await shell.run("create 't', 'f'");
    expect(await shell.run("disable_all 't'\nlist_disabled_tables")).toContain('1 tables successfully disabled');
    expect(questions).toEqual(['Disable the above 1 tables (y/n)?']);
  });

  it('reports whether a command is incomplete (H-1)', async () => {
    const shell = await open();
    const open_ = ["scan 't',", "scan 't', {LIMIT =>", "get('t'", 'put "t', "create 't', ['a', "];
    expect(open_.map((text) => shell.isComplete(text))).toEqual(open_.map(() => false));
    const complete = ['', 'list', "scan 't'\n", "scan 't', {LIMIT => 1}", 'list ) (', "x = 'a'; x"];
    expect(complete.map((text) => shell.isComplete(text))).toEqual(complete.map(() => true));
  });

  it('ends with exit or quit (H-10)', async () => {
    const shell = await open();
    expect(await shell.run('quit\nlist')).toBe('');
    expect(shell.exited).toBe(true);
    await shell.run('list');
    expect(shell.exited).toBe(false);
  });

  it.each([
    [{ width: 5 }, 'width must be 0, or a whole number of at least 16; got 5'],
    [{ width: -1 }, 'width must be'],
    [{ timeZone: 'Nowhere/Town' }, "timeZone must be a time zone such as 'UTC'"],
    [{ interactive: 1 }, 'interactive must be true or false'],
    [{ ask: 'y' }, 'ask must be a function'],
    [{ now: 5 }, 'now must be a function'],
    [{ colour: true }, "unknown property 'colour'"],
  ])('refuses the options %j', async (options, message) => {
    await expect(open(options as ShellOptions)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  it('refuses a value that is not text', async () => {
    const shell = await open();
    await expect(shell.run(5 as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(shell.run('list', { sginal: 1 } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('has a help text for each command, and each example in it is a command (H-10)', async () => {
    const shell = await open();
    const overview = await shell.run('help');
    for (const [name, { help }] of COMMANDS) {
      expect(overview).toMatch(new RegExp(`[ ,]${name}(,|\\n)`));
      expect(await shell.run(`help '${name}'`)).toBe(help);
      const examples = help.split('\n').filter((line) => line.startsWith('  '));
      for (const example of examples) expect(shell.isComplete(example), example).toBe(true);
    }
    expect(await shell.run("help 'namespace'")).toContain('Command: list_namespace\n');
  });

  it('does not treat a key that every object has as an attribute', async () => {
    const shell = await open();
    const unknown = 'Unknown argument ignored for column family f: constructor';
    expect(await shell.run("create 't', {NAME => 'f', 'constructor' => '5'}")).toContain(unknown);
    await shell.run("alter 't', METADATA => {'toString' => 'w'}, NAME => 'f', METADATA => {'__proto__' => 'x'}");
    expect(await shell.run("alter 't', 'valueOf' => 'v'")).toContain('Unknown argument ignored: valueOf');
    expect(await shell.run("describe 't'")).toContain("METADATA => {'__proto__' => 'x'}");
  });

  it.each(['list', 'list_namespace'])('lists only complete matches of an expression: %s (S-50)', async (command) => {
    const shell = await open();
    for (const pattern of ['(', 'a)(b']) {
      expect(await shell.run(`${command} '${pattern}'`)).toContain('ERROR: a pattern must be a regular expression');
    }
    expect(await shell.run("list_namespace 'def'")).toContain('0 row(s)');
    expect(await shell.run("list_namespace 'def.*'")).toContain('1 row(s)');
  });

  it.each(['list', 'list_namespace'])('lists by a pattern with nested repetition at once: %s', async (command) => {
    const shell = await open();
    const name = 'a'.repeat(60);
    await shell.run(`create '${name}', 'f'`);
    await shell.run(`create_namespace '${name}'`);
    expect(await shell.run(`${command} '(a|aa)+b'`)).toContain('0 row(s)');
    expect(await shell.run(`${command} '(a|aa)+'`)).toContain('1 row(s)');
  });

  it('lists the background work of the database', async () => {
    const connection = await openMemory();
    const report = await connection.status();
    const busy = { ...report, flushing: true, compactions: { ...report.compactions, running: 2 } };
    connection.status = async () => busy;
    const printed = await createShell(connection, { now: () => 0 }).run('processlist');
    expect(printed).toContain(' flush waiting or running\n compaction 2 waiting or running\n2 row(s)\n');
  });

  it.each([
    ['lists', '['.repeat(200_000)],
    ['closed lists', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['hashes', `${"{'a' => ".repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['calls', `${'get('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['methods', `t${'.a'.repeat(20_000)}`],
  ])('refuses %s that are nested too deeply as a syntax error, and continues', async (_, nested) => {
    const refused = 'SyntaxError: values are nested more than 100 deep at line 1, column ';
    const printed = await (await open()).run(`put 't', ${nested}\nlist`);
    expect(printed).toContain(refused);
    expect(printed).toContain('TABLE\n0 row(s)');
    const strict = await open({ interactive: false });
    await expect(strict.run(nested)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('accepts values that are nested', async () => {
    const shell = await open();
    expect(await shell.run(`a = ${'['.repeat(50)}1${']'.repeat(50)}`)).not.toContain('ERROR');
  });

  it('refuses an incomplete command without running any of it', async () => {
    const shell = await open();
    await shell.run("create 't', 'f'");
    expect(await shell.run("put 't', 'r', 'f:q', 'v' extra")).toContain('SyntaxError');
    expect(await shell.run("count 't'")).toContain('0 row(s)');
  });
});
