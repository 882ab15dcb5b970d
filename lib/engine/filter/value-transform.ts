/**
 * What a filter does to the value of an included cell: one of the two constants below, or a number from 0 on that
 * replaces the value, as 4 bytes, big-endian (KeyOnlyFilter).
 */
export type ValueTransform = number;

/** The value stays. */
export const VALUE_KEPT: ValueTransform = -1;
/** The value becomes empty. */
export const VALUE_EMPTIED: ValueTransform = -2;
