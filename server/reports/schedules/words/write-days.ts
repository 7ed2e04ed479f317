/** Writes a period of days, such as 1 – 7 Mar 2026. The last day is included. */
export function writeDays(locale: string, { from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
