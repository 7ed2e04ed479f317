/** Returns a LIKE pattern that matches `text` anywhere in a column. Wildcards in `text` are escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
