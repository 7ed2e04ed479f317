/** Returns `time` as the value of a date and time field: local, to the minute. Returns '' for no or an invalid time. */
export function toLocalMinute(time: Date | string | null | undefined): string {
  return toLocalText(time).slice(0, 16)
}

/** Returns the local day of `time` as the value of a date field. Returns '' for no or an invalid time. */
export function toLocalDay(time: Date | string | null | undefined): string {
  return toLocalText(time).slice(0, 10)
}

function toLocalText(time: Date | string | null | undefined): string {
  const date = new Date(time ?? '')
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
}
