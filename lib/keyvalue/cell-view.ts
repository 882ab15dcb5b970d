const NO_BYTES = new Uint8Array(0);

/** Gives the bytes of a value that a store file keeps in a block of its own. */
export interface ValueApart {
  /** Points `into` at the loaded value. Throws CORRUPTION. */
  load(into: CellView): void;
}

/**
 * A window on one encoded cell. Copies nothing.
 *
 * Valid until the scanner that lent it moves; read-only for its borrower. Row and qualifier lie in `key`, because a
 * store file rebuilds them from prefix-compressed entries; the value lies where it was read.
 */
export class CellView {
  key: Uint8Array = NO_BYTES;
  rowOffset = 0;
  rowLength = 0;
  qualifierOffset = 0;
  qualifierLength = 0;
  familyId = 0;
  timestamp = 0;
  sequenceId = 0;
  type = 0;
  value: Uint8Array = NO_BYTES;
  /** The bytes of `value` once more where its owner has a view of them: copies go by words then. Else null. */
  valueView: DataView | null = null;
  valueOffset = 0;
  valueLength = 0;
  tags: Uint8Array = NO_BYTES;
  tagsOffset = 0;
  tagsLength = 0;
  /** Not null while the value stands in a value block and was not read; `valueLength` is right all the same. */
  apart: ValueApart | null = null;

  /** Makes `value` and `valueOffset` right; reads a value block only now. */
  loadValue(): void {
    const apart = this.apart;
    if (apart === null) return;
    this.apart = null;
    this.valueView = null;
    apart.load(this);
  }

  /** Points this view where `other` points. Copies no bytes, so it is valid only as long as `other`. */
  point(other: CellView): void {
    this.key = other.key;
    this.rowOffset = other.rowOffset;
    this.rowLength = other.rowLength;
    this.qualifierOffset = other.qualifierOffset;
    this.qualifierLength = other.qualifierLength;
    this.familyId = other.familyId;
    this.timestamp = other.timestamp;
    this.sequenceId = other.sequenceId;
    this.type = other.type;
    this.value = other.value;
    this.valueView = other.valueView;
    this.valueOffset = other.valueOffset;
    this.valueLength = other.valueLength;
    this.tags = other.tags;
    this.tagsOffset = other.tagsOffset;
    this.tagsLength = other.tagsLength;
    this.apart = other.apart;
  }

  /** A copy of the row with a buffer of its own. */
  copyRow(): Uint8Array {
    return this.key.slice(this.rowOffset, this.rowOffset + this.rowLength);
  }

  /** A copy of the qualifier with a buffer of its own. */
  copyQualifier(): Uint8Array {
    return this.key.slice(this.qualifierOffset, this.qualifierOffset + this.qualifierLength);
  }

  /** A copy of the value with a buffer of its own. */
  copyValue(): Uint8Array {
    this.loadValue();
    return this.value.slice(this.valueOffset, this.valueOffset + this.valueLength);
  }
}
