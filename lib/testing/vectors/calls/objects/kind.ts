/* How calls create and use the objects of one kind. Arguments that are objects have been created before. */

/** `types` are those of Java's overload. */
export type Method = (self: never, args: readonly unknown[], types: readonly string[]) => unknown;
export type Methods = Readonly<Record<string, Method>>;

export interface Kind {
  /** Whether an object is of this kind. */
  is(object: unknown): boolean;
  readonly methods: Methods;
}

/** Creators by the name of a constructor or a builder's first method. `whole` is the description that contains it. */
export type Makers = Readonly<
  Record<string, (args: readonly unknown[], whole: Readonly<Record<string, unknown>>) => unknown>
>;
