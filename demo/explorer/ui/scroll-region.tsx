import type { ComponentChildren } from 'preact';

interface Properties {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Content that scrolls sideways if it is too wide. */
export function ScrollRegion({ label, class: kind = 'scroll', children }: Properties) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
