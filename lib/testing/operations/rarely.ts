import fc from 'fast-check';

/** The values of `base`, with each field of `extras` present one time in six. Shrinking removes these fields. */
export function withRarely<Base extends object, Extras extends object>(
  base: fc.Arbitrary<Base>,
  extras: { readonly [Field in keyof Extras]: fc.Arbitrary<Extras[Field]> },
): fc.Arbitrary<Base & Partial<Extras>> {
  const fields = Object.entries(extras) as [string, fc.Arbitrary<unknown>][];
  const rare = fields.map(([name, arbitrary]) =>
    fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant({}), weight: 5 },
      { arbitrary: arbitrary.map((value) => ({ [name]: value })), weight: 1 },
    ),
  );
  return fc.tuple(base, ...rare).map(([value, ...present]) => Object.assign({}, value, ...present));
}
