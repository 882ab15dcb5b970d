import type { FamilyFields } from './family-fields.js';
import { Choice, TextField } from './fields.js';

const KEEP_DELETED = [
  ['TRUE', 'Yes'],
  ['TTL', 'Until they expire'],
  ['FALSE', 'No'],
] as const;

const BLOOM_FILTERS = [
  ['ROW', 'Rows'],
  ['ROWCOL', 'Rows with columns'],
  ['NONE', 'None'],
] as const;

interface Properties {
  readonly fields: FamilyFields;
  readonly onChange: (change: Partial<FamilyFields>) => void;
  /** One that is there keeps its name. */
  readonly isNew: boolean;
}

/** The attributes of a family. */
export function FamilyForm({ fields, onChange, isNew }: Properties) {
  return (
    <div class="fields">
      {isNew && <TextField label="Name" value={fields.name} required onInput={(name) => onChange({ name })} />}
      <TextField
        label="Versions kept"
        value={fields.maxVersions}
        placeholder="all"
        onInput={(maxVersions) => onChange({ maxVersions })}
      />
      <TextField
        label="Time to live"
        value={fields.timeToLive}
        placeholder="forever"
        onInput={(timeToLive) => onChange({ timeToLive })}
      />
      <TextField
        label="Versions that outlive it"
        value={fields.minVersions}
        onInput={(minVersions) => onChange({ minVersions })}
      />
      <Choice
        label="Keep deleted cells"
        value={fields.keepDeletedCells}
        options={KEEP_DELETED}
        onChange={(keepDeletedCells) => onChange({ keepDeletedCells })}
      />
      <Choice
        label="Bloom filter"
        value={fields.bloomFilter}
        options={BLOOM_FILTERS}
        onChange={(bloomFilter) => onChange({ bloomFilter })}
      />
      <TextField label="Block size (bytes)" value={fields.blockSize} onInput={(blockSize) => onChange({ blockSize })} />
    </div>
  );
}
