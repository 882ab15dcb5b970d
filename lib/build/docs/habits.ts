/*
 * The habits that make a text read like a translation, and what to write instead. `lib/plain-english.test.ts` keeps
 * them out of everything that users read.
 */

export interface Habit {
  /** The words to avoid. A space matches any white space, so a phrase is also found across lines. */
  readonly words: RegExp;
  readonly write: string;
  /** A sentence with the habit. */
  readonly example: string;
}

/** A sentence in which the words of a habit are correct. */
export interface Exception {
  /** Part of the line, as it is in the file. */
  readonly text: string;
  readonly reason: string;
}

export const HABITS: readonly Habit[] = [
  {
    words: /\bgiv(?:e|es|en|ing) back\b|\bgave back\b|\bgives\b/i,
    write: 'returns; has, passes or specifies, of a caller',
    example: 'A get gives the newest version.',
  },
  {
    words: /\b(?:is|are|was|were|be|been) told\b|\btells\b/i,
    write: 'is reported; reports, returns or explains',
    example: 'Damage is told.',
  },
  {
    words: /(?<!\b(?:documentation|guide|message|page|README) )\bsays\b/i,
    write: 'reports, returns, prints or specifies',
    example: 'The family says how many versions it keeps.',
  },
  { words: /(?<!-)\bbehind\b/i, write: 'after', example: 'The bytes behind the header are lost.' },
  {
    words: /\b(?:stand|stands|stood)\b(?! for\b)/i,
    write: 'is stored, is listed, exists, applies',
    example: 'The record still stands in the log.',
  },
  { words: /\banew\b/i, write: 'again', example: 'The next call connects anew.' },
  {
    words: /\bwholly\b|\b(?:applied|kept|read|sent|stored|written) whole\b/i,
    write: 'completely, all of',
    example: 'A row is written whole.',
  },
  {
    words: /\bwhat was(?=[,.;:]|$)|\bwhat (?:is|was) there\b/im,
    write: 'the old value, the current value',
    example: 'To undo is to read what was, and to write it again.',
  },
  {
    words: /\bgoes\b(?! (?:back|into|through|to)\b)|\bgo by themselves\b/i,
    write: 'is removed, expires, continues',
    example: 'What a family no longer keeps goes at the next flush.',
  },
  { words: /\bnobody\b|\bno one\b/i, write: 'nothing, no other call', example: 'A compaction blocks nobody.' },
  {
    words: /\bso (?:long|many|much)\b|\bthat much\b/i,
    write: 'the number itself: N, that long, up to N',
    example: 'It waits so many milliseconds.',
  },
  {
    words: /\b(?:take|takes|taking|taken|took) (?:in|over)\b/i,
    write: 'accepts, becomes leader',
    example: 'Another tab takes over.',
  },
  {
    words: /\basked for\b|\basks\b(?! (?:the user|you)\b)/i,
    write: 'requested, requests',
    example: 'The call asks for a lower version.',
  },
  { words: /\blook(?:s|ed) at\b/i, write: 'reads, checks, visits', example: 'The check looks at one column.' },
  {
    words: /\b(?:held|hold|holding|holds) (?:\w+ )?up\b/i,
    write: 'blocks, delays',
    example: 'A flush holds up the writes.',
  },
  {
    words: /\bmoments?\b/i,
    write: 'a point in time, a timestamp',
    example: 'Read the row as of a moment in the past.',
  },
  { words: /\bby chance\b/i, write: 'at random', example: 'Rows are picked by chance.' },
  {
    words: /\bof (?:her|his|its|my|our|their|your) own\b/i,
    write: 'its own, separate',
    example: 'Each table has a log of its own.',
  },
  { words: /\bof necessity\b/i, write: 'necessarily, unavoidable', example: 'This costs a copy, of necessity.' },
  { words: /\brather than to\b/i, write: 'instead of', example: 'Pass a connection rather than to open one.' },
  {
    words: /\bknows? (?:no|nothing)\b/i,
    write: 'does not depend on, does not support',
    example: 'Bigtab knows no framework.',
  },
  {
    words:
      /(?<!\bthere )\b(?:are|be|is|was|were) no\b(?! (?:different|earlier|fewer|larger|later|less|longer|more)\b)/i,
    write: 'is not a',
    example: 'This is no text.',
  },
  {
    words: /\b(?:came|comes?) to\b(?! life\b| mind\b)/i,
    write: 'reaches; is damaged, for comes to harm',
    example: 'The scan comes to the last row.',
  },
  {
    words: /\b(?:are|is|was|were) (?:all |not )?there\b(?=[,.;:]| (?:after|and|or|too)\b|$)/im,
    write: 'exists, is stored, is available',
    example: 'After a reload all of it is there.',
  },
  {
    words: /^(?:#+ |['"`])?Of (?!course\b)/m,
    write: 'a heading or sentence that begins with its subject',
    example: '## Of one put',
  },
];

export const EXCEPTIONS: readonly Exception[] = [
  { text: "'are no store files'", reason: 'The sentence begins with "There" in another string.' },
];
