/**
 * What all of `works` give, once every one of them has ended; throws what the first of the list that failed failed
 * with. So a failure leaves nothing under way.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(works);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
