import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface CommandForm {
  /** Describes the command, its modes and options; it begins with the call, such as `npm run soak -- [options]`. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The words that it takes besides options; null: any. By default none. */
  readonly words?: readonly string[] | null;
}

export interface CommandWords {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

/**
 * The request in the words of a command; or, if nothing is to be done, the exit code: 0 after `--help`, 1 for an option or a
 * word that the command does not have. Both print the help.
 */
export function readCommand(
  args: readonly string[],
  { help, options, words = [] }: CommandForm,
  tell: (text: string) => void,
): CommandWords | number {
  if (args.includes('--help') || args.includes('-h')) {
    tell(help);
    return 0;
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const unknown = words === null ? undefined : positionals.find((word) => !words.includes(word));
    if (unknown !== undefined) throw new Error(`Unknown word '${unknown}'`);
    return { values: values as CommandWords['values'], words: positionals };
  } catch (error) {
    // The rest explains the conventions of Node.
    tell(`${(error as Error).message.split(/\.\s/)[0]}\n${help}`);
    return 1;
  }
}
