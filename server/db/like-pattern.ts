/** The pattern that finds `text` anywhere in a column, with its own wildcards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
