import { readEmail } from '#lib/read-email.ts'
import type { CellValues } from './read-phones.ts'

/** Reads the email addresses of a cell: one or several, each also as `Name <address>`. */
export function readEmails(cell: string): CellValues {
  const found: CellValues = { values: [], unread: [] }
  for (const part of cell.includes('@') ? cell.split(/:::|[\r\n,;|]|\s[/]\s/) : [cell]) {
    const email = readEmail(part)
    if (email === undefined) found.unread.push(part.trim())
    else if (!found.values.includes(email)) found.values.push(email)
  }
  // Commas are also part of names before addresses, and separators at the ends of lists.
  return {
    ...found,
    unread:
      found.values.length > 0 ? found.unread.filter((text) => text.includes('@')) : found.unread,
  }
}
