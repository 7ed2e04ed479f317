import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { emailMatchKeys } from '#lib/read-email.ts'

/**
 * The facts that an erasure searches for: the ids of the contact, of those merged into it and of its own conversations,
 * its addresses in all spellings, as stored and in lower case, and its names in lower case. Phone numbers without their
 * country code are read in `country`; erasures that began before it was recorded have none.
 */
export type Subject = {
  contactIds: string[]
  chatIds: string[]
  values: string[]
  names: string[]
  country?: string
}

/** Shorter texts occur by chance in other data. */
const VALUE_CHARACTERS_MIN = 5
const NAME_CHARACTERS_MIN = 3

/**
 * Reads what belongs to the contact `personId` of a workspace in `country`. A group conversation is the contact's own only when no other contact
 * wrote in it.
 */
export async function readSubject(
  scope: Scope,
  personId: string,
  country: string,
): Promise<Subject> {
  const { workspaceId } = scope
  const { rows: people } = await sql<{
    id: string
    name: string | null
    phone_e164: string | null
    email: string | null
  }>`
    select id, name, phone_e164, email from people
    where workspace_id = ${workspaceId} and (id = ${personId} or merged_into_id = ${personId})
    order by id`.execute(scope.db)
  const contactIds = people.map(({ id }) => id)
  const { rows: identities } = await sql<{ value: string }>`
    select value from identities
    where workspace_id = ${workspaceId}
      and person_id = any (${contactIds}::uuid[])`.execute(scope.db)
  const { rows: chats } = await sql<{ id: string; recipient: string; is_group: boolean }>`
    select id, recipient, is_group from chats
    where workspace_id = ${workspaceId} and person_id = any (${contactIds}::uuid[])
      and (not is_group or not exists (
        select from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
          and direction = 'inbound' and messages.person_id <> all (${contactIds}::uuid[])
      ))
    order by id`.execute(scope.db)
  const earlier = await readEarlier(scope, contactIds)
  const names = [...people.map(({ name }) => name), ...earlier.names].filter(
    (name) => name !== null,
  )
  const values = [
    ...people.flatMap(({ phone_e164, email }) => [phone_e164, email]),
    ...identities.map(({ value }) => value),
    ...chats.filter((chat) => !chat.is_group).map(({ recipient }) => recipient),
    ...earlier.values,
  ].filter((value) => value !== null)
  return {
    contactIds,
    country,
    chatIds: chats.map(({ id }) => id),
    values: distinct(values.flatMap(spellingsOf), VALUE_CHARACTERS_MIN),
    names: distinct(
      names.map((name) => name.toLowerCase().trim()),
      NAME_CHARACTERS_MIN,
    ),
  }
}

/** Reads names and addresses that the contacts had before merges and changes of their numbers. */
async function readEarlier(scope: Scope, contactIds: string[]) {
  const { rows } = await sql<{
    id: string
    survivor_id: string
    before: Record<'survivor' | 'merged', Record<string, string | null>>
  }>`
    select survivor_id, merged_id as id, before from person_merges
    where workspace_id = ${scope.workspaceId}
      and (survivor_id = any (${contactIds}::uuid[]) or merged_id = any (${contactIds}::uuid[]))`.execute(
    scope.db,
  )
  const theirs = rows.flatMap((merge) => [
    ...(contactIds.includes(merge.survivor_id) ? [merge.before.survivor] : []),
    ...(contactIds.includes(merge.id) ? [merge.before.merged] : []),
  ])
  const { rows: changes } = await sql<{ data: unknown }>`
    select data from timeline_entries
    where workspace_id = ${scope.workspaceId} and person_id = any (${contactIds}::uuid[])
      and kind = 'identity_change'`.execute(scope.db)
  return {
    names: theirs.map(({ name }) => name ?? null),
    values: [
      ...theirs.flatMap(({ phone_e164, email }) => [phone_e164 ?? null, email ?? null]),
      ...changes.flatMap(({ data }) => textsOf(data)).filter((text) => /^\+?\d{7,15}$/.test(text)),
    ],
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Returns a phone number with and without the plus sign and an email address, in all their spellings, and anything else as it is. */
function spellingsOf(value: string): string[] {
  if (value.includes('@')) return [value.toLowerCase(), value, ...emailMatchKeys(value)]
  if (!/^\+?\d{7,15}$/.test(value)) return [value.toLowerCase(), value]
  const digits = value.replace(/^\+/, '')
  return phoneMatchKeys(`+${digits}`).flatMap((phone) => [phone, phone.slice(1)])
}

function distinct(texts: string[], min: number): string[] {
  return [...new Set(texts)].filter((text) => text.length >= min)
}
