import { BigtabError } from '../../errors.js';
import type { Filter } from '../../model/filter.js';
import { FilterArguments } from './filter-arguments.js';
import type { FilterText } from './filter-text.js';
import { NAMED_FILTERS } from './named-filters.js';

/** A string, or a run of anything else that separates nothing. */
const ARGUMENT = /'(?:[^']|'')*'|[^ ,')]+/y;
const SEPARATORS = /[ ,]*/y;

/** Where the simple filter that begins at `start` ends: behind its `)` outside strings. Throws INVALID_ARGUMENT. */
export function simpleFilterEnd(text: FilterText, start: number): number {
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

/** The filter that `Name(arguments)` from `start` up to `end` means (F-33…F-36). Throws INVALID_ARGUMENT. */
export function parseSimpleFilter(text: FilterText, start: number, end: number): Filter {
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
    return build(new FilterArguments(splitArguments(text.units, start + open + 1, end - 1)));
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    throw text.error(`Incorrect filter string ${text.text(start, end)}: ${error.message}`, start);
  }
}

/** The arguments as they are written; what stands between two of them must separate them. Throws INVALID_ARGUMENT. */
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
  return new BigtabError('INVALID_ARGUMENT', 'Incorrect argument list: separate arguments by a comma or a blank');
}

function skip(units: string, at: number): number {
  SEPARATORS.lastIndex = at;
  return at + (SEPARATORS.exec(units) as RegExpExecArray)[0].length;
}
