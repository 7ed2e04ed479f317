import { listChats } from '#conversations/list-chats.ts'
import type { Scope } from '#db/context.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { createTeam } from '#teams/create-team.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain, quantile } from './figure.ts'
import type { Figure } from './figure.ts'
import { fillChats } from './list.ts'

const SIZE = { chats: 100_000, messages: 100_000 }
const TEAMS = 20
const CALLS = 400
/** The promise: a list that shows a part of the workspace takes at most this share of the time of one that shows all. */
const RATIO_MAX = 1.1

/** The lists that the inbox shows. */
const LISTS = {
  all: {},
  open: { status: 'open' },
  waiting: { status: 'open', sort: 'waiting' },
} as const

/**
 * Lists of an agent who sees all of 100,000 conversations against those of one who sees a part: what is of their team, one of 20 (and
 * what has no team), or only what is theirs and unassigned there. All in the same database, in turns.
 */
export async function benchVisibility(): Promise<Figure[]> {
  const database = await openBenchDatabase()
  try {
    const { scope } = await createTestWorkspace(database.context)
    const { membershipId } = await createTestMember(scope, 'agent')
    await fillChats(scope, database.query, SIZE)
    await assign(scope, database.query, membershipId)
    await database.query('vacuum analyze')
    const seeing = (kind: 'teams' | 'own', seesNoTeam: boolean) =>
      asViewer(scope, { kind, id: membershipId, actorId: membershipId, seesNoTeam })
    const viewers: Record<string, Scope> = {
      all: scope,
      'own teams': seeing('teams', false),
      'own teams and no team': seeing('teams', true),
      'their own': seeing('own', false),
    }
    const figures: Figure[] = []
    for (const [list, input] of Object.entries(LISTS)) {
      const times = Object.fromEntries(Object.keys(viewers).map((name) => [name, [] as number[]]))
      for (let call = 0; call < CALLS; call++)
        for (const [name, viewer] of Object.entries(viewers))
          times[name]!.push(await time(viewer, input))
      const p95 = (name: string) => quantile(times[name]!, 0.95)
      figures.push(plain(`list ${list}, sees all: p95`, `${p95('all').toFixed(2)} ms`))
      for (const name of Object.keys(viewers))
        if (name !== 'all')
          figures.push(
            plain(`list ${list}, sees ${name}: p95`, `${p95(name).toFixed(2)} ms`),
            atMost(`list ${list}, sees ${name}, against all`, p95(name) / p95('all'), RATIO_MAX),
          )
    }
    return figures
  } finally {
    await database.close()
  }
}

async function time(scope: Scope, input: Parameters<typeof listChats>[1]): Promise<number> {
  const began = performance.now()
  await listChats(scope, input)
  return performance.now() - began
}

/** Gives each team its share of the conversations, of which one in three is assigned, and leaves some without a team. */
async function assign(
  scope: Scope,
  query: (sql: string) => Promise<void>,
  membershipId: string,
): Promise<void> {
  const ids: string[] = []
  for (let n = 0; n < TEAMS; n++)
    ids.push(
      (
        await createTeam(scope, {
          name: `Team ${n}`,
          ...(n === 0 && { member_ids: [membershipId] }),
        })
      ).id,
    )
  const { membershipId: other } = await createTestMember(scope, 'agent')
  const teams = ids.map((id) => `'${id}'::uuid`).join(', ')
  await query(
    `update chats set team_id = (array[${teams}])[1 + recipient::integer % ${TEAMS + 1}],
       assignee_id = case when recipient::integer % 9 = 0 then '${membershipId}'::uuid when recipient::integer % 3 = 0 then '${other}'::uuid end
     where workspace_id = '${scope.workspaceId}'`,
  )
}
