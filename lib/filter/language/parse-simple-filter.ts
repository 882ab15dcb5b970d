import { BigtabError } from '../../errors.js';
import type { Filter } from '../../model/filter.js';
import { ArgumentReader } from './argument-reader.js';
import { NAMED_FILTERS } from './named-filters.js';
import type { SourceText } from './source-text.js';

/** A string, or a run of other characters that are not separators. */
const ARGUMENT = /'(?:[^']|'')*'|[^ ,')]+/y;
const SEPARATORS = /[ ,]*/y;

/**
 * The end of the simple filter that begins at `start`: after the first `)` outside strings. Throws INVALID_ARGUMENT.
 */
export function simpleFilterEnd(text: SourceText, start: number): number {
  const { units } = text;
  let quoted = false;
  for (let at = start; at < units.length; at++) {
    const unit = units.charAt(at);
    // A doubled quote closes and opens again.
    if (unit === "'") quoted = !quoted;
    else if (unit === ')' && !quoted) return at + 1;
  }
  throw text.error('Incorrect Filter String', start);
}

/** Parses `Name(arguments)` from `start` to `end` (F-33…F-36). Throws INVALID_ARGUMENT. */
export function parseSimpleFilter(text: SourceText, start: number, end: number): Filter {
  const whole = text.units.slice(start, end);
  const nameLength = whole.search(/[( ]/);
  if (nameLength <= 0) throw text.error('Incorrect Filter Name', start);
  const open = whole.indexOf('(');
  if (open === -1) throw text.error('Incorrect argument list', start);
  const name = text.text(start, start + nameLength);
  const build = Object.hasOwn(NAMED_FILTERS, name) ? NAMED_FILTERS[name] : undefined;
  if (build === undefined || whole.slice(nameLength, open).trim() !== '') {
    throw text.error(`Filter Name ${name} not supported`, start);
  }
  try {
    return build(new ArgumentReader(splitArguments(text.units, start + open + 1, end - 1)));
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    throw text.error(`Incorrect filter string ${text.text(start, end)}: ${error.message}`, start);
  }
}

/** The arguments as in the text. Throws INVALID_ARGUMENT unless there are separators between them. */
function splitArguments(units: string, start: number, end: number): string[] {
  const found: string[] = [];
  let at = skip(units, start);
  while (at < end) {
    ARGUMENT.lastIndex = at;
    const argument = ARGUMENT.exec(units)?.[0] ?? '';
    const next = skip(units, at + argument.length);
    if (argument === '' || (next === at + argument.length && next < end)) throw incorrectArgumentList();
    found.push(argument);
    at = next;
  }
  return found;
}

function incorrectArgumentList(): BigtabError {
  return new BigtabError('INVALID_ARGUMENT', 'Incorrect argument list: separate arguments with a comma or a space');
}

function skip(units: string, at: number): number {
  SEPARATORS.lastIndex = at;
  SEPARATORS.test(units);
  return SEPARATORS.lastIndex;
}
