import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Properties<T extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [key: T, name: string])[];
  readonly current: T;
  readonly onChoose: (tab: T) => void;
  readonly children: ComponentChildren;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs that choose one of several panels. The arrow keys move from tab to tab. */
export function Tabs<T extends string>({ label, tabs, current, onChoose, children }: Properties<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = step(
      tabs.findIndex(([key]) => key === current),
      tabs.length,
    );
    const chosen = tabs[at];
    if (chosen === undefined) return;
    onChoose(chosen[0]);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(([key, name]) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            data-name={name}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
