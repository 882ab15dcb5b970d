import { bindFields } from '../../fields/bind-fields.js';
import { Check } from '../../fields/check.js';
import { Choice } from '../../fields/choice.js';
import { LinesField } from '../../fields/lines-field.js';
import { TextField } from '../../fields/text-field.js';
import { type FamilyFields, withNewVersionBehavior } from './family-fields.js';

const KEEP_DELETED = [
  ['TRUE', 'Yes'],
  ['TTL', 'Until they expire'],
  ['FALSE', 'No'],
] as const;

const COMPRESSIONS = [
  ['NONE', 'None'],
  ['GZ', 'Gzip'],
] as const;

const BLOOM_FILTERS = [
  ['ROW', 'Rows'],
  ['ROWCOL', 'Rows with columns'],
  ['ROWPREFIX_FIXED_LENGTH', 'Row prefixes'],
  ['NONE', 'None'],
] as const;

interface Properties {
  readonly fields: FamilyFields;
  readonly onChange: (change: Partial<FamilyFields>) => void;
  /** Whether the family is new. An existing family keeps its name. */
  readonly isNew: boolean;
}

/** The attributes of a family. */
export function FamilyForm({ fields, onChange, isNew }: Properties) {
  const bind = bindFields(fields, onChange);
  return (
    <>
      {isNew && (
        <div class="fields">
          <TextField label="Name" {...bind('name')} required />
        </div>
      )}
      <fieldset class="fields">
        <legend>Retention</legend>
        <TextField label="Versions kept" {...bind('maxVersions')} placeholder="all" />
        <TextField label="Time to live" {...bind('timeToLive')} placeholder="forever" />
        <TextField label="Minimum versions" {...bind('minVersions')} />
        <Choice
          label="Keep deleted cells"
          {...bind('keepDeletedCells')}
          options={KEEP_DELETED}
          disabled={fields.newVersionBehavior}
        />
        <p class="soft wide">A time to live is a number of seconds, or text such as 2 DAYS 3 HOURS.</p>
        <div class="wide">
          <Check
            value={fields.newVersionBehavior}
            onChange={(newVersionBehavior) => onChange(withNewVersionBehavior(newVersionBehavior))}
          >
            New version behavior
          </Check>
          <p class="soft">
            A delete then hides only cells that were written before it. Extra versions are removed permanently, and
            deleted cells are not kept.
          </p>
        </div>
      </fieldset>
      <fieldset class="fields">
        <legend>Storage</legend>
        <Choice label="Compression" {...bind('compression')} options={COMPRESSIONS} />
        <Choice label="Bloom filter" {...bind('bloomFilter')} options={BLOOM_FILTERS} />
        {fields.bloomFilter === 'ROWPREFIX_FIXED_LENGTH' && (
          <TextField label="Prefix length (bytes)" {...bind('prefixLength')} required />
        )}
        <TextField label="Block size (bytes)" {...bind('blockSize')} />
        <div class="wide checks">
          <Check {...bind('blockCache')}>Cache its blocks</Check>
          <Check {...bind('inMemory')} disabled={!fields.blockCache}>
            Evict its blocks from the cache last
          </Check>
        </div>
        <LinesField
          label="HBase settings, one per line"
          {...bind('settings')}
          placeholder="hbase.hstore.time.to.purge.deletes = 86400000"
        />
        <p class="soft wide">
          These settings apply to files written from now on. A major compaction rewrites all existing files.
        </p>
      </fieldset>
    </>
  );
}
