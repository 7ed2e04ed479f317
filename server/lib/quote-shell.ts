/**
 * Quotes `text` as one argument of a POSIX shell. Nothing is special inside single quotes, including line
 * breaks and backslashes; single quotes themselves are written outside of them.
 */
export function quoteShell(text: string): string {
  if (text.includes('\0')) throw new Error('A shell argument cannot contain NUL.')
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
