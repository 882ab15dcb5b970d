import { decodeText } from '../bytes/text.js';
import type { Column } from '../model/bytes-like.js';
import { bytesOf, type ShellValue } from './shell-value.js';
import { type Converter, converterOf } from './value-converter.js';

const COLON = 0x3a;

/** A column that a read requests, with the converter that makes its values readable. */
export interface ReadColumn extends Column {
  readonly converter: Converter | null;
}

/**
 * `family:qualifier`, split at the first colon; further ones belong to the qualifier (H-7). Without a colon, the
 * qualifier is null: all of the family, or for a put the empty qualifier. HBase: `CellUtil.parseColumn`.
 */
export function parseColumnSpec(value: ShellValue): Column {
  const bytes = bytesOf(value);
  const colon = bytes.indexOf(COLON);
  if (colon < 0) return { family: bytes, qualifier: null };
  return { family: bytes.slice(0, colon), qualifier: bytes.slice(colon + 1) };
}

/** `family:qualifier:converter`: the part after the last colon, if it is a converter (H-8, H-51). */
export function parseReadColumn(value: ShellValue): ReadColumn {
  const spec = parseColumnSpec(value);
  const { qualifier } = spec;
  const colon = qualifier?.lastIndexOf(COLON) ?? -1;
  if (qualifier === null || colon < 0) return { ...spec, converter: null };
  const converter = converterOf(decodeText(qualifier.slice(colon + 1)));
  return { ...spec, qualifier: converter === null ? qualifier : qualifier.slice(0, colon), converter };
}
