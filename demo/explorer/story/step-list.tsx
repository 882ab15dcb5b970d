import { useStore } from '../ui/store.js';
import { STEPS, type Steps } from './steps.js';

/** The suggested steps, with a mark for each finished one. */
export function StepList({ steps }: { steps: Steps }) {
  const done = useStore(steps.done);
  const next = STEPS.find(([step]) => !done.has(step))?.[0];
  return (
    <ol class="steps" aria-label="Try it">
      {STEPS.map(([step, label, hint], index) => (
        <li key={step} class={done.has(step) ? 'done' : step === next ? 'next' : undefined}>
          <span class="step-mark" aria-hidden="true">
            {done.has(step) ? '✓' : index + 1}
          </span>
          <span class="step-text">
            <strong>{label}</strong>
            {done.has(step) ? <span class="step-hint">Done.</span> : <span class="step-hint">{hint}</span>}
          </span>
        </li>
      ))}
      {next === undefined && <li class="all-done">That's everything. Scroll down to look inside.</li>}
    </ol>
  );
}
