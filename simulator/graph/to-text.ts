/** Gives a JSON value that stands for a text: a string, a number or a boolean; everything else is empty. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
