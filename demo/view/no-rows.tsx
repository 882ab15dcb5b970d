import type { TableEditing } from '../rows/table-editing.js';
import { fillWebtable, WEBTABLE } from '../samples/webtable.js';

interface Properties {
  readonly name: string;
  readonly prefix: string;
  readonly editing: TableEditing | null;
}

/** What stands in the place of the rows when there are none. */
export function NoRows({ name, prefix, editing }: Properties) {
  if (prefix !== '') return <p class="hint">No row begins with “{prefix}”.</p>;
  return (
    <p class="hint">
      This table has no rows.{' '}
      {name === WEBTABLE.name && (
        <button type="button" disabled={editing === null} onClick={() => void editing?.run(fillWebtable)}>
          Write the guide's rows again
        </button>
      )}
    </p>
  );
}
