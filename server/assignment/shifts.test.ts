import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { updateChats } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChannel,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { assign } from './assign.ts'

/** Conversations of each test; `npm test` takes few of them. */
const CHATS = Number(process.env['SHIFT_CHATS'] ?? 600)
const AGENTS = 50
/** Turns that run at the same time, as when a lease is lost. */
const WORKERS = 3

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** A workspace with a team of agents. `capacities` are theirs; 0 is none at all. */
async function openTeam(options: { method: string; capacities?: number[] }) {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const ask = async (request: string, body: object) => {
    const answer = await call(request, { key, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const members: string[] = []
  for (let index = 0; index < AGENTS; index++)
    members.push((await createTestMember(scope, 'agent')).membershipId)
  const { id: teamId } = await ask('POST /api/v1/teams', { name: 'Support', member_ids: members })
  const own = options.capacities?.map((capacity, index) => ({
    member_id: members[index],
    capacity,
  }))
  const body = { method: options.method, sticky_days: 0, ...(own && { members: own }) }
  await ask(`PATCH /api/v1/teams/${teamId}/assignment`, body)
  const { id: channelId } = await createTestChannel(scope)
  const { id: personId } = await createTestPerson(scope)
  return { scope, members, teamId, channelId, personId }
}

type Team = Awaited<ReturnType<typeof openTeam>>

/** Creates conversations of the team whose customers wait. */
async function arrive({ scope, teamId, channelId, personId }: Team, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId())
  const now = new Date()
  const common = { workspace_id: scope.workspaceId }
  await scope.db
    .insertInto('chats')
    .values(
      ids.map((id) => ({
        ...common,
        id,
        channel_id: channelId,
        person_id: personId,
        recipient: id,
        team_id: teamId,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await scope.db
    .insertInto('chat_activity')
    .values(ids.map((id) => ({ ...common, chat_id: id, activity_at: now, waiting_since: now })))
    .execute()
}

/** Lets members be online, as if they had said so themselves, and all others offline. */
async function setOnline({ scope, members }: Team, online: readonly string[]): Promise<void> {
  await scope.db
    .insertInto('member_availability')
    .values(
      members.map((id) => ({
        workspace_id: scope.workspaceId,
        membership_id: id,
        by_hand: online.includes(id) ? ('online' as const) : ('offline' as const),
        recorded: 'offline' as const,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['workspace_id', 'membership_id'])
        .doUpdateSet((given) => ({ by_hand: given.ref('excluded.by_hand') })),
    )
    .execute()
}

const work = (scope: Scope) =>
  Promise.all(Array.from({ length: WORKERS }, () => assign(scope, { head: 0 }, () => false)))

async function readOpen({ scope }: Team) {
  return scope.db
    .selectFrom('chats')
    .select(['id', 'assignee_id'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('status', '=', 'open')
    .execute()
}

/** Returns how many conversations each member was given, whatever became of them. */
async function countGiven({ scope }: Team): Promise<{ chats: number; given: Map<string, number> }> {
  const rows = await scope.db
    .selectFrom('chat_changes')
    .select(['chat_id', 'data'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'assigned')
    .execute()
  const given = new Map<string, number>()
  for (const { data } of rows) {
    const id = String(data['assignee_id'])
    given.set(id, (given.get(id) ?? 0) + 1)
  }
  assert.equal(new Set(rows.map((row) => row.chat_id)).size, rows.length, 'none is assigned twice')
  return { chats: rows.length, given }
}

describe('50 agents', () => {
  test('get the same number each, within one, whoever closes faster', async () => {
    const team = await openTeam({ method: 'round_robin' })
    await setOnline(team, team.members)
    for (let left = CHATS; left > 0; left -= 70) {
      await arrive(team, Math.min(70, left))
      await work(team.scope)
      const open = await readOpen(team)
      const fast = open.filter(({ assignee_id: id }) => id !== null && id < team.members[25]!)
      await close(team, fast)
    }
    const { chats, given } = await countGiven(team)
    assert.equal(chats, CHATS)
    assert.equal(given.size, Math.min(AGENTS, CHATS))
    assert.ok(Math.max(...given.values()) - Math.min(...given.values()) <= 1)
  })

  test('never have more than they may, and nothing waits while somebody has room, as they come and go', async () => {
    const capacities = Array.from({ length: AGENTS }, (_, index) => index % 7)
    const team = await openTeam({ method: 'least_busy', capacities })
    const capacityOf = new Map(team.members.map((id, index) => [id, capacities[index]!]))
    let arrived = 0
    for (let round = 0; arrived < CHATS || round < 12; round++) {
      const online = team.members.filter(() => Math.random() < 0.5)
      const more = Math.min(60, CHATS - arrived)
      arrived += more
      await Promise.all([
        setOnline(team, online),
        ...(more > 0 ? [arrive(team, more)] : []),
        work(team.scope),
        close(
          team,
          (await readOpen(team)).filter(isTaken).filter(() => Math.random() < 0.5),
        ),
      ])
      await work(team.scope)
      const open = await readOpen(team)
      const counts = Map.groupBy(open.filter(isTaken), ({ assignee_id: id }) => id!)
      for (const [id, own] of counts)
        assert.ok(own.length <= capacityOf.get(id)!, `${own.length} of ${capacityOf.get(id)}`)
      const free = online.filter((id) => (counts.get(id)?.length ?? 0) < capacityOf.get(id)!)
      const waiting = open.filter((each) => !isTaken(each))
      assert.ok(
        free.length === 0 || waiting.length === 0,
        `${waiting.length} wait, ${free.length} are free`,
      )
    }
    await countGiven(team)
  })
})

const isTaken = (chat: { assignee_id: string | null }) => chat.assignee_id !== null

async function close({ scope }: Team, chats: { id: string }[]): Promise<void> {
  const updates = chats.map(({ id }) => ({ id, input: { status: 'closed' as const } }))
  if (updates.length > 0) await transaction(scope, (tx) => updateChats(tx, updates, new Map()))
}
