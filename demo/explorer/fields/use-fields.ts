import { useEffect, useState } from 'preact/hooks';

/** Changes some fields of a form. */
export type Change<T> = (some: Partial<T>) => void;

/** The fields of a form, and the function that changes them. */
export function useFields<T>(empty: T): readonly [fields: T, change: Change<T>] {
  const [fields, setFields] = useState(empty);
  return [fields, (some) => setFields((before) => ({ ...before, ...some }))];
}

/** The fields of a form that changes a stored value. A new stored value replaces what was typed. */
export function useFieldsOf<S, T>(stored: S, toFields: (stored: S) => T): readonly [fields: T, change: Change<T>] {
  const [fields, change] = useFields(toFields(stored));
  const text = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value counts, not another object.
  useEffect(() => change(toFields(stored)), [text]);
  return [fields, change];
}
