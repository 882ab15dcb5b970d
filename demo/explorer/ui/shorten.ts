/** `text`, or its first `most` characters and an ellipsis. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
