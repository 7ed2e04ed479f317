/**
 * Returns the id that the platform uses for a phone number: Brazilian mobiles lose the 9 after the area code and
 * Mexican numbers get a 1 after the country code. Source: reports of `wa_id` differing from `input`.
 */
export function toOlderForm(digits: string): string {
  const brazilian = /^55(\d{2})9([6-9]\d{7})$/.exec(digits)
  if (brazilian) return `55${brazilian[1]}${brazilian[2]}`
  const mexican = /^52(\d{10})$/.exec(digits)
  return mexican ? `521${mexican[1]}` : digits
}
