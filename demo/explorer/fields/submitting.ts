/** A listener that runs `work` when a form is submitted, and stops the browser from loading another page. */
export function submitting(work: () => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    work();
  };
}
