import { useEffect, useRef, useState } from 'preact/hooks';

interface Properties {
  readonly text: string;
  /** What the second button says. */
  readonly question: string;
  readonly onConfirm: () => void;
}

/** Asks once more before something that cannot be undone. */
export function ConfirmButton({ text, question, onConfirm }: Properties) {
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const was = useRef(asking);
  useEffect(() => {
    // The keyboard stays where it was: on the safe one of the two, and then on the first again.
    if (was.current !== asking) place.current?.querySelector<HTMLElement>('button:last-child')?.focus();
    was.current = asking;
  }, [asking]);
  return (
    <span ref={place} class="buttons">
      {asking ? (
        <>
          <button
            type="button"
            class="danger"
            onClick={() => {
              setAsking(false);
              onConfirm();
            }}
          >
            {question}
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          {text}
        </button>
      )}
    </span>
  );
}
