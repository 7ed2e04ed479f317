import { sql } from 'kysely'
import type { SeeingMember } from '#lib/found-session.ts'
import { bulkRows } from '../bulk-rows.ts'
import type { Scope } from '../context.ts'
import { prepared } from '../prepared.ts'
import { unrestricted } from './as-viewer.ts'
import type { Viewer } from './viewer.ts'
import { visibleRow } from './visible-row.ts'
import type { ViewerParameter } from './visible-row.ts'

/** A member, and a conversation or ticket that they may see. */
type Sight = { member: SeeingMember; chatId: string | null; ticketId?: string | null }

/** Stands for the workspace in a condition. */
const WORKSPACE = '<workspace>'

/** The columns of the given rows that stand for the other parameters of a viewer. */
const COLUMNS: Readonly<Record<ViewerParameter, string>> = {
  workspace: WORKSPACE,
  id: 'given.member_id',
  actor: 'given.member_id',
  seesNoTeam: 'given.sees_no_team',
  teams: 'null',
}

/**
 * Returns for each of `sights` whether the member sees the conversation or ticket now, whatever the scope sees. One statement for each
 * visibility of a role; none for members who see all.
 */
export async function canSee(scope: Scope, sights: readonly Sight[]): Promise<boolean[]> {
  const seen = new Set<Sight>()
  for (const kind of ['teams', 'own'] as const) {
    const asked = sights.filter(({ member }) => member.visibility === kind)
    if (asked.length > 0)
      for (const index of await find(unrestricted(scope), kind, asked)) seen.add(asked[index]!)
  }
  return sights.map((each) => each.member.visibility === 'all' || seen.has(each))
}

/** Returns the places of the pairs that are visible. */
async function find(scope: Scope, kind: Viewer['kind'], asked: Sight[]): Promise<number[]> {
  const given = bulkRows('given', asked, {
    place: ['integer', (_, index) => index],
    member_id: ['uuid', ({ member }) => member.id],
    sees_no_team: ['boolean', ({ member }) => member.seesNoTeam],
    chat_id: ['uuid', ({ chatId }) => chatId],
    ticket_id: ['uuid', ({ ticketId }) => ticketId ?? null],
  })
  const { workspaceId } = scope
  const is = (table: 'chats' | 'tickets') => {
    const text = visibleRow(table, 'subject', { kind, $: (name) => COLUMNS[name] })
    return sql.join(
      text.split(WORKSPACE).map((part) => sql.raw(part)),
      sql`${workspaceId}`,
    )
  }
  const { rows } = await prepared<{ place: number }>`
    select given.place from ${given}
    where exists (
      select from chats as subject where subject.id = given.chat_id and ${is('chats')}
    ) or exists (
      select from tickets as subject where subject.id = given.ticket_id and ${is('tickets')}
    )`.execute(scope.db)
  return rows.map(({ place }) => place)
}
