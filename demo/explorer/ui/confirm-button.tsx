import { useEffect, useRef, useState } from 'preact/hooks';

interface Properties {
  readonly text: string;
  /** The text of the button that confirms. */
  readonly question: string;
  readonly onConfirm: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmButton({ text, question, onConfirm }: Properties) {
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const was = useRef(asking);
  useEffect(() => {
    // The focus moves to the safe one of the two buttons, and afterwards back to the first button.
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
