import { errors } from './errors.ts'
import { fingerprintOf } from '../fingerprint-of.ts'
import type { PersonChange, ReadEvent, Reading } from '../item.ts'
import { toTime } from '../to-time.ts'
import type { Part } from '../part.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { toCustomer, toName, toUserId, toWaId } from './to-customer.ts'
import { readAccountReport } from './read-account-report.ts'
import { readTemplateReport } from './read-template-report.ts'

/** Fields whose value is a list of reports: the key of the list, and the changes that one report means. */
const listed: Record<string, { key: string; read?: (node: Node) => Partial<ReadEvent> }> = {
  user_id_update: { key: 'user_id_update', read: (node) => ({ person: toIdentityChange(node) }) },
  user_preferences: { key: 'user_preferences', read: (node) => ({ person: toPreference(node) }) },
  smb_app_state_sync: { key: 'state_sync', read: toContactSync },
  group_lifecycle_update: { key: 'groups', read: toGroup },
  group_settings_update: { key: 'groups', read: toGroup },
  group_participants_update: { key: 'groups' },
  group_status_update: { key: 'groups' },
}

type Node = Record<string, unknown>

/**
 * Parses a part that is not about messages: about an account, a template, a group or a customer. An unknown field
 * becomes an event too, so that nothing is lost. Source: Cloud API, "Webhooks: fields".
 */
export function parseEvents(part: Part, receivedAt: Date): Reading[] {
  const { field, value } = part
  const { key, read } = listed[field] ?? {}
  const nodes = key === undefined ? [] : toList(value[key]).map(toRecord)
  if (nodes.length === 0) {
    const data = toStorable(value) as Node
    const account = readAccountReport(field, toWord(data), data)
    const template = readTemplateReport(field, data)
    return [toEvent(part, value, receivedAt, { account, template })]
  }
  return nodes.map((node) => toEvent(part, node, receivedAt, read?.(node)))
}

/** Parses the errors beside messages and statuses, which are about the number and not about a message. */
export function parseErrors(part: Part, receivedAt: Date): Reading[] {
  return toList(part.value['errors'])
    .map(toRecord)
    .map((node) => {
      const code = typeof node['code'] === 'number' ? node['code'] : undefined
      const reason = errors.explain(code, node['message'], node['title'])
      return toEvent({ ...part, field: 'errors' }, node, receivedAt, {
        event: `${code ?? 'unknown'}: ${reason}`.slice(0, 500),
      })
    })
}

function toEvent(
  { field, account, businessAccount, time }: Part,
  node: Node,
  receivedAt: Date,
  more: Partial<ReadEvent> = {},
): Reading {
  return {
    kind: 'event',
    event: {
      field: field.slice(0, 200) || 'unknown',
      event: toWord(node),
      data: toStorable(node),
      at: toTime(node['timestamp'] ?? toRecord(node['metadata'])['timestamp'] ?? time, receivedAt),
      fingerprint: fingerprintOf(
        field,
        businessAccount ?? null,
        account ?? null,
        time ?? null,
        node,
      ),
      ...more,
    },
  }
}

/** Returns the platform's name of the event. */
function toWord(node: Node): string | undefined {
  const word = node['event'] ?? node['type'] ?? node['action'] ?? node['status'] ?? node['value']
  return toText(word, 500)
}

function toIdentityChange(node: Node): PersonChange | undefined {
  const ids = toRecord(node['user_id'])
  const parents = toRecord(node['parent_user_id'])
  const waId = toWaId(node['wa_id'])
  const from = toCustomer({
    waId,
    userId: toUserId(ids['previous']),
    parentUserId: toUserId(parents['previous']),
  })
  const to = toCustomer({
    waId,
    userId: toUserId(ids['current']),
    parentUserId: toUserId(parents['current']),
  })
  return from && to && { change: 'identity', from, to }
}

function toPreference(node: Node): PersonChange | undefined {
  const of = toCustomer({ waId: toWaId(node['wa_id']), userId: toUserId(node['user_id']) })
  const category = toText(node['category'], 100)
  const value = toText(node['value'], 100)
  return of && category && value ? { change: 'preference', of, category, value } : undefined
}

/** Reads an entry of the phone app's address book, which names a contact. Removing it there keeps the contact. */
function toContactSync(node: Node): Partial<ReadEvent> {
  const contact = toRecord(node['contact'])
  const of = toCustomer({
    waId: toWaId(contact['phone_number']),
    userId: toUserId(contact['user_id']),
    name: toName(contact['full_name'] ?? contact['first_name']),
  })
  return { person: of && node['action'] !== 'remove' ? { change: 'contact', of } : undefined }
}

function toGroup(node: Node): Partial<ReadEvent> {
  const id = toText(node['group_id'], 512)
  const subject = toRecord(node['group_subject'])
  const name = toText(node['subject'] ?? subject['text'], 200)
  return { group: id && name ? { id, name } : undefined }
}
