/**
 * Returns a cell without what spreadsheets and exports put around it so that it stays text: an apostrophe before a number or
 * a formula, or the formula `="…"`.
 */
export function undoGuard(cell: string): string {
  const text = cell.trim()
  if (text.startsWith('="') && text.endsWith('"') && text.length >= 3)
    return text.slice(2, -1).replaceAll('""', '"')
  return /^'\s*[=+\-@＝＋－＠(\p{Nd}]/u.test(text) ? text.slice(1) : cell
}
