/** What the platform says beside text and files, read with care: it is whatever somebody sent. */
type Content = Record<string, unknown> | null

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : []
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function number(value: unknown): number | null {
  const read = typeof value === 'string' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

/** A place on the map. */
export function readLocation(content: Content) {
  const place = record(content?.['location'])
  const latitude = number(place['latitude'])
  const longitude = number(place['longitude'])
  if (latitude === null || longitude === null) return null
  return { latitude, longitude, name: text(place['name']), address: text(place['address']) }
}

/** Contact cards: a name, and numbers and addresses. */
export function readContacts(content: Content): { name: string; details: string[] }[] {
  return list(content?.['contacts']).map((card) => {
    const name = record(card['name'])
    const phones = list(card['phones']).map((each) => text(each['phone']))
    const emails = list(card['emails']).map((each) => text(each['email']))
    const details = [...phones, ...emails].filter((each): each is string => each !== null)
    return { name: text(name['formatted_name']) ?? details[0] ?? '?', details }
  })
}

/** What was ordered, and the sum where one can be told. */
export function readOrder(content: Content) {
  const items = list(record(content?.['order'])['product_items']).map((item) => ({
    name: text(item['product_retailer_id']) ?? '?',
    quantity: number(item['quantity']) ?? 1,
    price: number(item['item_price']),
    currency: text(item['currency']),
  }))
  const currency = items[0]?.currency ?? null
  const isSummable =
    currency !== null && items.every((item) => item.price !== null && item.currency === currency)
  const total = isSummable
    ? items.reduce((sum, { price, quantity }) => sum + price! * quantity, 0)
    : null
  return { items, currency, total }
}

/** The buttons and rows that a message of ours offered. */
export function readChoices(content: Content): string[] {
  const interactive = record(content?.['interactive'])
  const action = record(interactive['action'])
  const buttons = list(action['buttons']).map((each) => text(record(each['reply'])['title']))
  const rows = list(action['sections']).flatMap((section) =>
    list(section['rows']).map((each) => text(each['title'])),
  )
  const parameters = record(action['parameters'])
  return [...buttons, ...rows, text(parameters['display_text'])].filter(
    (each): each is string => each !== null,
  )
}

/** The words of an interactive message of ours, where they are not its text. */
export function readInteractiveBody(content: Content): string | null {
  return text(record(record(content?.['interactive'])['body'])['text'])
}

/** The name of the template that a message is. */
export function readTemplateName(content: Content): string | null {
  return text(record(content?.['template'])['name'])
}

/** The platform's own name of a kind of message that nobody here can show. */
export function readKind(content: Content): string | null {
  const kind = text(content?.['type'])
  return kind !== null && /^[\w-]{1,40}$/.test(kind) ? kind : null
}

/** Whether it was forwarded, and the headline of the ad that it came through. */
export function readContext(content: Content) {
  const context = record(content?.['context'])
  const referral = content?.['referral'] === undefined ? null : record(content['referral'])
  return {
    isForwarded: context['forwarded'] === true || context['frequently_forwarded'] === true,
    ad: referral ? { headline: text(referral['headline']) ?? text(referral['body']) } : null,
  }
}
