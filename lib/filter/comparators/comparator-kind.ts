/** The number of each kind of comparator on the wire. A number is never used for another kind. */
export const ComparatorKind = {
  BinaryComparator: 0,
  BinaryPrefixComparator: 1,
  BinaryComponentComparator: 2,
  RegexStringComparator: 3,
  SubstringComparator: 4,
  LongComparator: 5,
  BigDecimalComparator: 6,
  BitComparator: 7,
  NullComparator: 8,
} as const;

export type ComparatorKind = (typeof ComparatorKind)[keyof typeof ComparatorKind];
