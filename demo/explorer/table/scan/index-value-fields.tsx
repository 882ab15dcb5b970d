import { Choice } from '../../fields/choice.js';
import { TextField } from '../../fields/text-field.js';
import type { Change } from '../../fields/use-fields.js';
import { withoutDirections } from '../../ui/cell-text.js';
import { partsOf, type ShownIndex } from '../indexes/shown-index.js';
import { equalCount, type IndexValues } from './index-values.js';

interface Properties {
  readonly values: IndexValues;
  /** The chosen index. */
  readonly index: ShownIndex;
  readonly indexes: readonly ShownIndex[];
  readonly onChange: Change<IndexValues>;
}

/** The index of a scan, the values of its first columns, and the range of the next one. */
export function IndexValueFields({ values, index, indexes, onChange }: Properties) {
  const { equals, least, before, begins } = values;
  const parts = partsOf(index).map((part) => withoutDirections(part));
  const count = equalCount(values, index);
  const next = parts[count];
  return (
    <div class="fields">
      <Choice
        label="Index"
        value={index.name}
        onChange={(name) => onChange({ index: name })}
        options={indexes.map(({ name }) => name)}
      />
      {parts.slice(0, count + 1).map((part, at) => (
        <TextField
          key={part}
          label={`${part} equals`}
          value={equals[at] ?? ''}
          onChange={(typed) => onChange({ equals: equals.with(at, typed) })}
          placeholder="any value"
        />
      ))}
      {next !== undefined && (
        <>
          <TextField
            label={`${next} from`}
            value={least}
            onChange={(typed) => onChange({ least: typed })}
            placeholder="the start"
            disabled={begins !== '' && index.order[count] === 'bytes'}
          />
          <TextField
            label={`${next} before`}
            value={before}
            onChange={(typed) => onChange({ before: typed })}
            placeholder="the end"
            disabled={begins !== '' && index.order[count] === 'bytes'}
          />
          {index.order[count] === 'bytes' && (
            <TextField
              label={`${next} begins with`}
              value={begins}
              onChange={(typed) => onChange({ begins: typed })}
              placeholder="anything"
            />
          )}
        </>
      )}
    </div>
  );
}
