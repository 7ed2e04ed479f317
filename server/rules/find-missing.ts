import { findPresentMembers } from '#conversations/find-present-members.ts'
import { withBots } from '#conversations/with-bots.ts'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import type { Action, Conditions, MissingPart } from '#shared/rule-parts.ts'
import { plainConditions } from './to-rule-set.ts'

/** What a rule or a macro names. */
type Named = { conditions?: Conditions; actions: readonly Action[] }

type Kind = MissingPart['kind']

/** The tables in which parts are looked for. */
const TABLES = {
  team: 'teams',
  tag: 'tags',
  channel: 'channels',
  canned_reply: 'canned_replies',
  ticket_type: 'ticket_types',
} as const

/** Which part each condition names. */
const FIELDS: Partial<Record<string, Kind>> = {
  channel_id: 'channel',
  assignee_id: 'member',
  team_id: 'team',
  tag_id: 'tag',
  ticket_type: 'ticket_type',
}

/** The records whose custom fields a kind of parts names. */
const KEYS = { field: 'contact', ticket_field: 'ticket' } as const

/** Returns for each of these what it names and does not exist. A canned reply of one member is of no rule or macro. Uses the directory, so it cannot run in a transaction. */
export async function findMissing(scope: Scope, all: readonly Named[]): Promise<MissingPart[][]> {
  const named = all.map(partsOf)
  const ids = (kind: Kind) => [
    ...new Set(named.flat().flatMap((part) => (part.kind === kind ? [part.id] : []))),
  ]
  const found = new Map<Kind, ReadonlySet<string>>()
  const members = ids('member')
  if (members.length > 0)
    found.set('member', new Set((await findPresentMembers(scope, members)).keys()))
  for (const [kind, table] of Object.entries(TABLES) as [keyof typeof TABLES, string][]) {
    const wanted = ids(kind)
    if (wanted.length > 0) found.set(kind, await findRows(scope, table, wanted))
  }
  const bots = ids('bot')
  if (bots.length > 0) found.set('bot', new Set((await withBots(scope, new Map(), bots)).keys()))
  for (const [kind, appliesTo] of Object.entries(KEYS) as [
    keyof typeof KEYS,
    'contact' | 'ticket',
  ][])
    if (ids(kind).length > 0) found.set(kind, await findKeys(scope, appliesTo))
  return named.map((parts) => parts.filter(({ kind, id }) => !found.get(kind)?.has(id)))
}

async function findKeys(
  scope: Scope,
  appliesTo: 'contact' | 'ticket',
): Promise<ReadonlySet<string>> {
  const rows = await selectFrom(scope, 'custom_fields')
    .select('key')
    .where('applies_to', '=', appliesTo)
    .where('archived_at', 'is', null)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

function isKey(name: string): name is keyof typeof KEYS {
  return Object.hasOwn(KEYS, name)
}

async function findRows(scope: Scope, table: string, ids: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and id = any (${ids.filter(isUuid)}::uuid[])
      ${table === TABLES.canned_reply ? sql`and membership_id is null` : sql``}`.execute(scope.db)
  return new Set(rows.map(({ id }) => id))
}

function partsOf({ conditions, actions }: Named): MissingPart[] {
  const ofConditions = plainConditions(conditions?.conditions ?? []).flatMap(
    ({ field, key, values }) => {
      const kind = FIELDS[field]
      if (isKey(field)) return [{ kind: field, id: key ?? '' }]
      return kind ? values.flatMap((id) => (id === 'none' ? [] : [{ kind, id }])) : []
    },
  )
  return [...ofConditions, ...actions.flatMap(partsOfAction)].map((part) => ({
    ...part,
    id: isKey(part.kind) ? part.id : part.id.toLowerCase(),
  }))
}

function partsOfAction(action: Action): MissingPart[] {
  const some = (kind: Kind, ...ids: (string | null | undefined)[]) =>
    ids.flatMap((id) => (id ? [{ kind, id }] : []))
  switch (action.type) {
    case 'assign':
      return some('member', action.member_id)
    case 'hand_over':
      return some('bot', action.bot_id)
    case 'set_team':
      return some('team', action.team_id)
    case 'add_tags':
    case 'remove_tags':
      return some('tag', ...action.tag_ids)
    case 'reply':
      return some('canned_reply', action.canned_reply_id)
    case 'notify':
      return [
        ...some('member', ...(action.member_ids ?? [])),
        ...some('team', ...(action.team_ids ?? [])),
      ]
    case 'create_ticket':
      return some('team', action.team_id)
    case 'set_field':
      return some('field', action.key)
    case 'note':
    case 'set_priority':
    case 'set_status':
    case 'snooze':
    case 'template':
    case 'webhook':
      return []
  }
}
