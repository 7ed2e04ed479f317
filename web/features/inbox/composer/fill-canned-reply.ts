/** The text of a canned reply with names in the places for them; a place that nothing is known for falls away. */
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
