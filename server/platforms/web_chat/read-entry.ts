import { CONTACT_CHARACTERS_MAX, LANGUAGE_CHARACTERS_MAX } from '#shared/contacts.ts'
import { isUuid } from '#lib/ids.ts'
import type { Customer, PlatformMedia, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { fingerprintOf } from '../fingerprint-of.ts'
import { toRecord, toText } from '../to-storable.ts'
import { isAnonymous, toIdentity, toPlatformId } from './write-payload.ts'

const ADDRESS_CHARACTERS_MAX = 300
const TEXT_CHARACTERS_MAX = 65_536

/** Returns everything that an entry of a payload reports. */
export function readEntry({ account, value }: Part, receivedAt: Date): Reading[] {
  const address = toText(value['address'], ADDRESS_CHARACTERS_MAX)
  if (account === undefined || address === undefined)
    return [{ kind: 'problem', about: 'entry', reason: 'no_address' }]
  const former = toText(value['former'], ADDRESS_CHARACTERS_MAX)
  const customer = toCustomer(account, address, value)
  const at = toDate(value['at']) ?? receivedAt
  if (value['kind'] === 'message') return [readMessage(customer, value, at)]
  if (value['kind'] === 'receipt') return [readReceipt(customer, value, at)]
  if (value['kind'] === 'identified' && former !== undefined)
    return [
      {
        kind: 'event',
        event: {
          field: 'identified',
          event: undefined,
          // The event says only that it happened: the addresses are the contact's.
          data: {},
          at,
          fingerprint: fingerprintOf('identified', account, former, address),
          person: {
            change: 'identity',
            from: {
              addresses: [former],
              identities: [{ kind: 'web_chat_id', value: toIdentity(account, former) }],
              phoneE164: undefined,
              name: undefined,
            },
            to: customer,
          },
        },
      },
    ]
  return [{ kind: 'kept', about: 'entry', reason: 'unknown_kind' }]
}

function toCustomer(account: string, address: string, value: Part['value']): Customer {
  return {
    addresses: [address],
    identities: [{ kind: 'web_chat_id', value: toIdentity(account, address) }],
    phoneE164: toText(value['phone_e164'], 20),
    email: toText(value['email'], 320),
    language: toText(value['language'], LANGUAGE_CHARACTERS_MAX),
    // Our own payload: the session cut the name.
    name: toText(value['name'], CONTACT_CHARACTERS_MAX.name * 4),
  }
}

function readMessage(customer: Customer, value: Part['value'], at: Date): Reading {
  const id = toText(value['id'], 100)
  const text = toText(value['text'], TEXT_CHARACTERS_MAX)
  const media = readFile(value['file'], isAnonymous(customer.addresses[0]))
  if (id === undefined || (text === undefined && !media))
    return { kind: 'problem', about: 'message', reason: 'no_text' }
  const claimedEmail = toText(value['claimed_email'], 320)
  const pageUrl = toText(value['page_url'], 2048)
  const content = {
    ...(claimedEmail !== undefined && { claimed_email: claimedEmail }),
    ...(pageUrl !== undefined && { page_url: pageUrl }),
  }
  return {
    kind: 'message',
    message: {
      platformMessageId: toPlatformId(customer.addresses[0], id),
      direction: 'inbound',
      origin: null,
      customer,
      groupId: undefined,
      type: media ? typeOf(media.mimeType!) : 'text',
      text: text ?? null,
      media,
      content: Object.keys(content).length > 0 ? content : null,
      replyTo: undefined,
      referral: undefined,
      at,
      opensWindow: false,
      isSilent: false,
      status: 'received',
    },
  }
}

/** Returns the file of a message, which the visitor API has stored and checked; null if there is none. */
function readFile(given: unknown, isOfVisitor: boolean): PlatformMedia | null {
  const file = toRecord(given)
  const [id, sizeBytes] = [toText(file['id'], 40), file['size_bytes']]
  const mimeType = toText(file['mime_type'], 200)
  if (id === undefined || !isUuid(id) || mimeType === undefined || !Number.isInteger(sizeBytes))
    return null
  return {
    platformMediaId: undefined,
    url: undefined,
    mimeType,
    filename: toText(file['filename'], 240),
    sha256: toText(file['sha256'], 64),
    stored: { id, sizeBytes: Number(sizeBytes), isOfVisitor },
    details: {},
  }
}

/** Returns the type of a message with a file. Any image is shown as one, also WebP, which WhatsApp takes for a sticker. */
function typeOf(mimeType: string): string {
  const [kind] = mimeType.split('/', 1)
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

function readReceipt(customer: Customer, value: Part['value'], at: Date): Reading {
  const { status } = value
  const until = toDate(value['until'])
  if ((status !== 'delivered' && status !== 'read') || until === undefined)
    return { kind: 'problem', about: 'receipt', reason: 'unreadable' }
  return {
    kind: 'watermark',
    watermark: { recipient: customer.addresses[0], status, until },
    at,
  }
}

function toDate(value: unknown): Date | undefined {
  const date = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Returns the parts of a payload: its entries. */
export function readEntries(payload: unknown): Part[] {
  const { account, entries } = toRecord(payload)
  if (!Array.isArray(entries)) return []
  return entries.map((each, entry) => {
    const value = toRecord(each)
    return {
      entry,
      list: 'entries',
      field: toText(value['kind'], 40) ?? 'entry',
      account: toText(account, 40),
      businessAccount: undefined,
      time: undefined,
      value,
    }
  })
}
