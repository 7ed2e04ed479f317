/** Returns hours and minutes, such as 1:30, as minutes; null for an empty text, undefined for another one. */
export function toMinutes(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const found = /^(\d{1,4}):([0-5]\d)$/.exec(text.trim())
  const minutes = found ? Number(found[1]) * 60 + Number(found[2]) : 0
  return minutes > 0 ? minutes : undefined
}

/** Returns minutes as hours and minutes, such as 1:30; an empty text for null. */
export function fromMinutes(minutes: number | null): string {
  if (minutes === null) return ''
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
