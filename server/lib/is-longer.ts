/** Returns whether a text has more than `charactersMax` characters; one of two UTF-16 units counts once. */
export function isLonger(text: string, charactersMax: number): boolean {
  return text.length > charactersMax && [...text].length > charactersMax
}
