/**
 * Resolves to the results of all `works` after every one of them has settled; rejects with the error of the first in
 * the list that failed. So a failure leaves no work running.
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
