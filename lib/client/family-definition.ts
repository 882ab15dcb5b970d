import type { Codec } from '../model/codec.js';
import type { FamilyAttributes } from '../model/schema/family-descriptor.js';

/** Codecs of columns, by qualifier. */
export interface ColumnCodecs {
  readonly [qualifier: string]: Codec<unknown, never>;
}

/** A family of a typed table: its attributes, and the codecs of its columns; other columns contain bytes. */
export interface FamilyDefinition extends Omit<FamilyAttributes, 'name'> {
  readonly columns?: ColumnCodecs;
}

/** Families of a typed table, by name. */
export interface FamilyDefinitions {
  readonly [family: string]: FamilyDefinition;
}
