import { parseSync, Visitor } from 'vite';
import type { SourceFile } from '../../testing/source-files.js';
import { EXCEPTIONS, type Exception, HABITS } from './habits.js';

/** A part of a file that people read, and where it begins. */
interface Passage {
  readonly text: string;
  readonly start: number;
}

/** The benchmark's section of the README, which the benchmark report writes. */
const GENERATED = /<!-- benchmark:[\s\S]*?<!-- \/benchmark -->/g;

const PATTERNS = HABITS.map(({ words, write }) => ({
  pattern: new RegExp(words.source.replaceAll(' ', '\\s+'), `g${words.flags}`),
  write,
}));

/** Reports each habit in the readable text of `file`: the file, the line, the words, and the words to write instead. */
export function habitsIn(file: SourceFile, exceptions: readonly Exception[] = EXCEPTIONS): readonly string[] {
  return foundIn(file)
    .filter(({ line }) => !exceptions.some(({ text }) => line.includes(text)))
    .map(({ number, words, write }) => `${file.path}:${number}: "${words}": write ${write}`);
}

/** The exceptions that no habit in `files` needs. */
export function needlessExceptions(files: readonly SourceFile[]): readonly Exception[] {
  const lines = files.flatMap((file) => foundIn(file).map(({ line }) => line));
  return EXCEPTIONS.filter(({ text }) => !lines.some((line) => line.includes(text)));
}

function foundIn(file: SourceFile) {
  const lines = file.text.split('\n');
  return passagesOf(file).flatMap(({ text, start }) =>
    PATTERNS.flatMap(({ pattern, write }) =>
      [...text.matchAll(pattern)].map(({ 0: words, index }) => {
        const number = file.text.slice(0, start + index).split('\n').length;
        return { number, line: lines[number - 1] ?? '', words: words.replace(/\s+/g, ' '), write };
      }),
    ),
  );
}

function passagesOf({ path, text }: SourceFile): readonly Passage[] {
  if (/\.tsx?$/.test(path)) return textsIn(path, text);
  // Replacing it by spaces keeps the line numbers.
  return [{ text: text.replace(GENERATED, (section) => section.replace(/[^\n]/g, ' ')), start: 0 }];
}

/** Strings of at least two words, parts of templates, and JSX text. Comments and names are left out. */
function textsIn(path: string, text: string): readonly Passage[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const passages: Passage[] = [];
  const add = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    passages.push({ text: text.slice(start, end), start });
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string' && /\s/.test(node.value)) add(node);
    },
    TemplateElement: add,
    JSXText: add,
  }).visit(program);
  return passages;
}
