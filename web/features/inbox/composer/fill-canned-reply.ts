/** Returns the text of a canned reply with its placeholders filled; a placeholder without a value is removed. */
export function fillCannedReply(
  text: string,
  names: { customer: string | null; member: string },
): string {
  const first = names.customer?.trim().split(/\s+/u)[0] ?? ''
  const values: Record<string, string> = {
    name: names.customer ?? '',
    first_name: first,
    my_name: names.member,
  }
  return text.replaceAll(/ ?\{(name|first_name|my_name)\}/g, (place, key: string) => {
    const value = values[key]!
    return value === '' ? '' : place.replace(/\{.*\}/, () => value)
  })
}
