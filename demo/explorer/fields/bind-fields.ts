/** The properties that bind an input to one field of a form. */
export interface Bound<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Binds inputs to the fields of a form by name: `<TextField label="Row key" {...bind('row')} />`. */
export function bindFields<F extends object>(
  fields: F,
  onChange: (change: Partial<F>) => void,
): <K extends keyof F>(name: K) => Bound<F[K]> {
  return (name) => ({
    value: fields[name],
    onChange: (value) => onChange({ [name]: value } as unknown as Partial<F>),
  });
}
