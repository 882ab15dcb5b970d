import { toHtml } from './html.js';

const LANGUAGES = ['ts', 'tsx', 'js', 'svelte'];
const TOKENS =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\b(?<keyword>as|async|await|const|default|else|export|false|for|from|function|if|import|interface|let|new|null|of|return|true|type|undefined)\b/g;

/** `code` as HTML. In the languages listed above, comments, strings and keywords are highlighted. */
export function highlight(code: string, language: string): string {
  if (!LANGUAGES.includes(language)) return toHtml(code);
  let html = '';
  let at = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += `${toHtml(code.slice(at, match.index))}<span class="${kind}">${toHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + toHtml(code.slice(at));
}
