const NO_BYTES = new Uint8Array(0);

/** Loads the bytes of a value that a store file keeps in a separate block. */
export interface ValueApart {
  /** Sets `into` to the loaded value. Throws CORRUPTION. */
  load(into: CellView): void;
}

/**
 * A view of one encoded cell. Copies nothing.
 *
 * Valid until the scanner that returned it moves; read-only for its borrower. Row and qualifier are in `key`, because a
 * store file rebuilds them from prefix-compressed entries; the value stays where it was read.
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
  /** A DataView of the bytes of `value` if their owner has one, so that they are copied by words. Else null. */
  valueView: DataView | null = null;
  valueOffset = 0;
  valueLength = 0;
  tags: Uint8Array = NO_BYTES;
  tagsOffset = 0;
  tagsLength = 0;
  /** Not null while the value is in a value block that has not been read; `valueLength` is correct even then. */
  apart: ValueApart | null = null;

  /** Sets `value` and `valueOffset`; a value block is read only now. */
  loadValue(): void {
    const apart = this.apart;
    if (apart === null) return;
    this.apart = null;
    this.valueView = null;
    apart.load(this);
  }

  /** Sets this view to the cell of `other`. Copies no bytes, so it is valid only as long as `other`. */
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

  /** A copy of the row with its own buffer. */
  copyRow(): Uint8Array {
    return this.key.slice(this.rowOffset, this.rowOffset + this.rowLength);
  }

  /** A copy of the qualifier with its own buffer. */
  copyQualifier(): Uint8Array {
    return this.key.slice(this.qualifierOffset, this.qualifierOffset + this.qualifierLength);
  }

  /** A copy of the value with its own buffer. */
  copyValue(): Uint8Array {
    this.loadValue();
    return this.value.slice(this.valueOffset, this.valueOffset + this.valueLength);
  }
}
