export type Layout = 'rows' | 'grid';

const LAYOUTS: readonly (readonly [Layout, string])[] = [
  ['rows', 'Row by row'],
  ['grid', 'Grid'],
];

interface Properties {
  readonly prefix: string;
  /** Offered at a click. */
  readonly prefixes: readonly string[];
  readonly onSearch: (prefix: string) => void;
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  readonly onAdd: () => void;
}

/** Over the rows: which of them, in which form, and a new one. */
export function TableTools({ prefix, prefixes, onSearch, layout, onLayout, onAdd }: Properties) {
  return (
    <div class="tools">
      <label class="prefix">
        Rows that begin with
        <input
          type="search"
          value={prefix}
          placeholder="any row key"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
      </label>
      {prefixes.length > 0 && (
        <div class="prefixes">
          {prefixes.map((offered) => (
            <button
              key={offered}
              type="button"
              aria-pressed={offered === prefix}
              onClick={() => onSearch(offered === prefix ? '' : offered)}
            >
              {offered}
            </button>
          ))}
        </div>
      )}
      <fieldset class="layouts">
        <legend>Show</legend>
        {LAYOUTS.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name="layout" checked={value === layout} onChange={() => onLayout(value)} />
            {text}
          </label>
        ))}
      </fieldset>
      <button type="button" class="add-row" onClick={onAdd}>
        Add a row
      </button>
    </div>
  );
}
