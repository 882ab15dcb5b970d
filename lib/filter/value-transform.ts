/**
 * What a filter makes of an included cell's value: one of the two below, or a number from 0 on, which takes the place of the
 * value as 4 bytes, big-endian (KeyOnlyFilter).
 */
export type ValueTransform = number;

/** The value stays. */
export const VALUE_KEPT: ValueTransform = -1;
/** The value is empty. */
export const VALUE_EMPTIED: ValueTransform = -2;
