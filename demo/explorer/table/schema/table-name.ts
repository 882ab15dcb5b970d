/**
 * The reason why a table cannot have this name, as a sentence; null if the name is valid or nothing was typed yet.
 * Finds only common mistakes, because the database checks every name.
 */
export function tableNameProblem(typed: string): string | null {
  const name = typed.trim();
  if (/\s/.test(name)) return 'A table name cannot contain a space.';
  const [bad] = /[^\p{Alphabetic}\p{Nd}_.:-]/u.exec(name) ?? [];
  if (bad !== undefined) return `A table name cannot contain “${bad}”.`;
  const [first] = /(?:^|:)[.-]/.exec(name) ?? [];
  return first === undefined ? null : `A table name cannot begin with “${first.slice(-1)}”.`;
}
