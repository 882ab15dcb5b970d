import { type Automaton, MAX_LOOKS } from './automaton.js';
import { MAX_DEPTH, parseRegex } from './parse-regex.js';
import { Fault, type RegexFault } from './regex-fault.js';

/** The texts of faults. Some continue what is written at the place of the fault. */
const TEXTS: Readonly<Record<Fault, string>> = {
  [Fault.TooLarge]: 'the pattern becomes too large here; use smaller counts, because {n} counts as n copies',
  [Fault.TooDeep]: `groups can be nested at most ${MAX_DEPTH} deep`,
  [Fault.TooManyLooks]: `a pattern can have at most ${MAX_LOOKS} look-arounds`,
  [Fault.NoGroupToClose]: ') does not close a group; write \\) for the character',
  [Fault.GroupNotClosed]: 'a group is not closed; write \\( for the character',
  [Fault.GroupKind]: 'a group can begin with (?: (?= (?! (?<= (?<! or (?<name>; pass flags such as (?i) as an argument',
  [Fault.SameName]: 'two groups have the same name',
  [Fault.Class]:
    'a class must be closed with ] and can contain only characters, ranges and \\d \\s \\w; write \\[ \\] \\& for characters',
  [Fault.RangeOrder]: 'a range must not end before it begins; swap the two characters',
  [Fault.Escape]: ' is not supported here; write the characters themselves or a class',
  [Fault.Reference]:
    'a back-reference is supported only without CASE_INSENSITIVE, and where its group is certain to have matched, has a fixed length and ends a fixed distance before it; in all other cases, compare the values in your program',
  [Fault.NothingToRepeat]: ' has nothing to repeat; write a backslash before it for the character',
  [Fault.Count]: '{ must begin a count such as {2}, {2,} or {2,4}; write \\{ for the character',
  [Fault.CountOrder]: 'the maximum of a count must not be below its minimum; swap the numbers',
  [Fault.LookBehind]: 'a look-behind must have a maximum length; use a count such as {0,9}',
  [Fault.Possessive]: 'possessive quantifiers are not supported; remove the +',
};

/**
 * Parses an expression that a user wrote. Throws SyntaxError, with the reason and what to do, if it uses other syntax or
 * is too large.
 */
export function parsePattern(expr: string, flags: number): Automaton {
  try {
    return parseRegex(expr, flags);
  } catch (error) {
    const { fault, at, message } = error as RegexFault;
    const signs = fault === Fault.Escape ? 2 : Number(fault === Fault.NothingToRepeat);
    throw new SyntaxError(`${message}: ${expr.slice(at, at + signs)}${TEXTS[fault]}`);
  }
}
