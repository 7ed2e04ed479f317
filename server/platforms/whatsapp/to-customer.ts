import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { cutText } from '#lib/cut-text.ts'
import { cleanName } from '#lib/clean-name.ts'
import type { Customer } from '../item.ts'
import { phoneMatchKeys, toE164, waIdToE164 } from '#lib/to-e164.ts'
import { toList, toRecord } from '../to-storable.ts'

/** Ids of a customer in a payload: at least one of the number (digits) and the user ids is known. */
export type CustomerIds = {
  waId: string | undefined
  userId: string | undefined
  parentUserId?: string | undefined
  name?: string | undefined
  username?: string | undefined
}

/**
 * Returns the customer with these ids, or `undefined` when there are none. Mexican, Argentine and Brazilian numbers
 * have two spellings; a conversation may exist under either.
 */
export function toCustomer(ids: CustomerIds): Customer | undefined {
  const { waId, userId, parentUserId, name, username } = ids
  const spellings = waId ? spellingsOf(waId) : []
  const [first, ...others] = [...spellings, ...(userId ? [userId] : [])]
  if (first === undefined) return undefined
  return {
    addresses: [first, ...others],
    identities: [
      ...(waId ? [{ kind: 'wa_id' as const, value: waId }] : []),
      ...[userId, parentUserId].flatMap((value) =>
        value ? [{ kind: 'bsuid' as const, value }] : [],
      ),
    ],
    phoneE164: waId === undefined ? undefined : (toE164(`+${waId}`) ?? waIdToE164(waId)),
    name,
    ...(username !== undefined && { username: { kind: 'wa_username' as const, value: username } }),
  }
}

/** Returns the numbers of the same subscriber, the given one first. */
function spellingsOf(waId: string): string[] {
  return phoneMatchKeys(`+${waId}`).map((key) => key.slice(1))
}

/**
 * Completes the ids of a node with those of its contact: the one with the number of the same subscriber or the same user id, or the only one
 * when the node has no ids.
 */
export function withContact(ids: CustomerIds, contacts: unknown): CustomerIds {
  const list = toList(contacts).map(toRecord)
  const numbers = ids.waId === undefined ? [] : spellingsOf(ids.waId)
  const contact =
    list.find((each) => numbers.includes(toWaId(each['wa_id']) ?? '')) ??
    list.find((each) => ids.userId !== undefined && toUserId(each['user_id']) === ids.userId) ??
    (ids.waId === undefined && ids.userId === undefined && list.length === 1 ? list[0] : undefined)
  return {
    waId: ids.waId ?? toWaId(contact?.['wa_id']),
    userId: ids.userId ?? toUserId(contact?.['user_id']),
    parentUserId: ids.parentUserId ?? toUserId(contact?.['parent_user_id']),
    name: ids.name ?? toName(toRecord(contact?.['profile'])['name']),
    username: ids.username ?? toUsername(toRecord(contact?.['profile'])['username']),
  }
}

/** Returns `value` as a WhatsApp number: 5 to 20 digits. */
export function toWaId(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{5,20}$/.test(text) ? text : undefined
}

/** Returns `value` as a business-scoped user id, such as `IN.123`. Source: Cloud API, "Business-scoped user ids". */
export function toUserId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{2}\.(ENT\.)?[0-9A-Za-z]{1,128}$/.test(value)
    ? value
    : undefined
}

/** Returns `value` as the name of a contact. */
export function toName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return cutText(cleanName(value) ?? '', CONTACT_CHARACTERS_MAX.name) || undefined
}

/** Returns `value` as a username in lower case, without the at sign that some payloads write before it. */
function toUsername(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim().replace(/^@/, '').toLowerCase()
  return /^[\p{L}\p{N}._-]{1,100}$/u.test(name) ? name : undefined
}
