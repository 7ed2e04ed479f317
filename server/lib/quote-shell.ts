/**
 * `text` as one word of a POSIX shell, whatever it holds but NUL. Inside single quotes nothing is special, newlines
 * and backslashes included; the quote itself is written outside of them.
 */
export function quoteShell(text: string): string {
  if (text.includes('\0')) throw new Error('A shell argument cannot contain NUL.')
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
