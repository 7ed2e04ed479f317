import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'

/**
 * The sender of an entry. `address` is `visitor:…` or `user:…`. The site vouched for `email` and `phone_e164`; they find
 * the contact.
 */
type Sender = {
  address: string
  name?: string | undefined
  email?: string | undefined
  phone_e164?: string | undefined
}

/** A file that a visitor sent, which is stored as an upload. */
export type WebChatFile = {
  id: string
  mime_type: string
  filename: string | null
  size_bytes: number
  sha256: string
}

/**
 * Something that a visitor did. A message has the id that the client chose, and `claimed_email` is an address that nobody
 * checked. `identified`: the site
 * vouched for the visitor who was `former`. Times are RFC 3339.
 */
export type WebChatEntry =
  | (Sender & {
      kind: 'message'
      id: string
      /** Null: a file without a caption. */
      text: string | null
      file?: WebChatFile | undefined
      at: string
      claimed_email?: string | undefined
      page_url?: string | undefined
      /** The tag of the language that the visitor's browser asks for. */
      language?: string | undefined
    })
  | (Sender & { kind: 'receipt'; status: 'delivered' | 'read'; until: string; at: string })
  | (Sender & { kind: 'identified'; former: string; at: string })

/** Returns the body of a payload with one entry. `account` is the public id of the web chat. */
export function writePayload(account: string, entry: WebChatEntry): Buffer {
  return Buffer.from(JSON.stringify({ object: WEB_CHAT_TYPE, account, entries: [entry] }))
}

/** Returns whether an address is that of a visitor whom the site has not vouched for. */
export function isAnonymous(address: string): boolean {
  return !address.startsWith('user:')
}

/** Returns the id of a visitor's message at the platform: the client's id, bound to the one who sent it. */
export function toPlatformId(address: string, clientId: string): string {
  return `${address}:${clientId}`
}

/** Returns the value of an identity: addresses are unique only within one web chat. */
export function toIdentity(account: string, address: string): string {
  return `${account}:${address}`
}
