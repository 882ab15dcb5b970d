import { useEffect, useRef } from 'preact/hooks';

interface Properties {
  /** One sentence for each loss. */
  readonly losses: readonly string[];
  /** `isWanted`: whether the user confirms the change. */
  readonly onAnswer: (isWanted: boolean) => void;
}

/** Lists what a change removes, and asks for confirmation. */
export function LossQuestion({ losses, onAnswer }: Properties) {
  const keep = useRef<HTMLButtonElement>(null);
  // Focuses the safe one of the two buttons.
  useEffect(() => keep.current?.focus(), []);
  return (
    <div class="loss" role="alertdialog" aria-labelledby="loss-title" aria-describedby="loss-text">
      <h4 id="loss-title">This change loses data</h4>
      <div id="loss-text">
        <ul>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <p>Reads may stop returning these cells immediately. The next flush or compaction removes them permanently.</p>
      </div>
      <div class="buttons">
        <button type="button" class="danger" onClick={() => onAnswer(true)}>
          Change and lose data
        </button>
        <button ref={keep} type="button" onClick={() => onAnswer(false)}>
          Don't change
        </button>
      </div>
    </div>
  );
}
