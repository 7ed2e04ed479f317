import { formatPhone } from '../../../lib/format-phone.ts'

/** The platform's object of a message, parsed defensively because customers control its content. */
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

/** Reads what a visitor of a web chat says: an email address that nobody checked, and the page where it was written. */
export function readVisit(content: Content): { email: string | null; pageUrl: string | null } {
  const pageUrl = text(content?.['page_url'])
  return {
    email: text(content?.['claimed_email']),
    pageUrl:
      pageUrl !== null && /^https?:\/\//.test(pageUrl) && URL.canParse(pageUrl) ? pageUrl : null,
  }
}

/** Reads a location. */
export function readLocation(content: Content) {
  const place = record(content?.['location'])
  const latitude = number(place['latitude'])
  const longitude = number(place['longitude'])
  if (latitude === null || longitude === null) return null
  return { latitude, longitude, name: text(place['name']), address: text(place['address']) }
}

/** Reads contact cards: a name, and phone numbers and addresses. */
export function readContacts(content: Content): { name: string; details: string[] }[] {
  return list(content?.['contacts']).map((card) => {
    const name = record(card['name'])
    const phones = list(card['phones']).map((each) => toShownPhone(text(each['phone'])))
    const emails = list(card['emails']).map((each) => text(each['email']))
    const details = [...phones, ...emails].filter((each): each is string => each !== null)
    return { name: text(name['formatted_name']) ?? details[0] ?? '?', details }
  })
}

/** Formats a number that a customer's phone wrote with any separators, if it is an international one. */
function toShownPhone(written: string | null): string | null {
  const plain = written?.replaceAll(/[\s().-]/g, '') ?? ''
  const shown = formatPhone(plain)
  return shown === plain ? written : shown
}

/** Reads what came of a call; null when it is not known. */
export function readCall(content: Content): { outcome: string | null } {
  return { outcome: text(record(content?.['call'])['outcome']) }
}

/** Reads an order's items, and the total if it can be computed. */
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

/** Reads the buttons and rows of an interactive message. */
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

/** Reads the text of a sent interactive message, if it is not the message's text. */
export function readInteractiveBody(content: Content): string | null {
  return text(record(record(content?.['interactive'])['body'])['text'])
}

/** Reads the name of a message's template. */
export function readTemplateName(content: Content): string | null {
  return text(record(content?.['template'])['name'])
}

/** Reads the platform's name of an unsupported kind of message. */
export function readKind(content: Content): string | null {
  const kind = text(content?.['type'])
  return kind !== null && /^[\w-]{1,40}$/.test(kind) ? kind : null
}

/** Reads whether it was forwarded, and the headline of the ad that it came from. */
export function readContext(content: Content) {
  const context = record(content?.['context'])
  const referral = content?.['referral'] === undefined ? null : record(content['referral'])
  return {
    isForwarded: context['forwarded'] === true || context['frequently_forwarded'] === true,
    ad: referral ? { headline: text(referral['headline']) ?? text(referral['body']) } : null,
  }
}
