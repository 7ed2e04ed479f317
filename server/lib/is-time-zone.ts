/** Returns whether `name` is the name of a time zone, such as Asia/Kolkata, or an offset, such as +05:30. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
