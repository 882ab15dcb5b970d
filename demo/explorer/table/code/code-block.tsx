import { type Notices, noticeOf } from '../../ui/notices.js';
import { ScrollRegion } from '../../ui/scroll-region.js';

interface Properties {
  /** The name of the operation that the code does. */
  readonly of: string;
  /** Writes the code. Throws if the typed fields are not valid. */
  readonly write: () => string;
  readonly notices: Notices;
}

/** The code that does the same as a form. The user can copy it. */
export function CodeBlock({ of, write, notices }: Properties) {
  const { code, problem } = attempt(write);
  const copy = () =>
    notices.attempt(async () => {
      await navigator.clipboard.writeText(code);
      notices.say('Code copied.');
    });
  return (
    <figure class="code">
      <figcaption>
        As code
        <button type="button" aria-disabled={problem !== null} onClick={() => problem === null && copy()}>
          Copy
        </button>
      </figcaption>
      <ScrollRegion label={`Code of the ${of}`} class="code-lines">
        <pre class={problem === null ? undefined : 'problem'}>
          <code>{problem ?? code}</code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}

function attempt(write: () => string): { readonly code: string; readonly problem: string | null } {
  try {
    return { code: write(), problem: null };
  } catch (error) {
    return { code: '', problem: `// ${noticeOf(error).text}` };
  }
}
