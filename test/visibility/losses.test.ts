import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestStream } from '#test/event-streams.ts'
import { waitFor } from '#test/wait-for.ts'
import { openVisibility } from './open-visibility.ts'
import type { Sight } from './plant-worlds.ts'

const { app, call, worlds, openAs, me, colleague, teams, key } = await openVisibility()
const url = await app.listen({ host: '127.0.0.1', port: 0 })

/** The longest wait for a signal: shorter than the time after which a stream checks its caller anyway. */
const BEFORE_RECHECK_MS = 15_000

const TEAMS = { visibility: 'teams', seesNoTeam: false } as const
const OWN = { visibility: 'own', seesNoTeam: false } as const

/** Ways of losing a conversation: the request that is made, and the one that restores it for other tests. */
const LOSSES: {
  what: string
  sight: Sight
  world: string
  request: (id: string) => [request: string, body: object]
  restore: (id: string) => [request: string, body: object]
  isOfAll?: true
}[] = [
  {
    what: 'it moves to another team',
    sight: TEAMS,
    world: 'queue',
    request: (id) => [`PATCH /api/v1/chats/${id}`, { team_id: teams.other }],
    restore: (id) => [`PATCH /api/v1/chats/${id}`, { team_id: teams.own }],
  },
  {
    what: 'it moves from no team to another one',
    sight: { ...TEAMS, seesNoTeam: true },
    world: 'none',
    request: (id) => [`PATCH /api/v1/chats/${id}`, { team_id: teams.other }],
    restore: (id) => [`PATCH /api/v1/chats/${id}`, { team_id: null }],
  },
  {
    what: 'it is assigned to somebody else',
    sight: OWN,
    world: 'own',
    request: (id) => [`PATCH /api/v1/chats/${id}`, { assignee_id: colleague }],
    restore: (id) => [`PATCH /api/v1/chats/${id}`, { assignee_id: me.membershipId }],
  },
  {
    what: 'somebody else takes it from the queue',
    sight: OWN,
    world: 'queue',
    request: (id) => [`PATCH /api/v1/chats/${id}`, { assignee_id: colleague }],
    restore: (id) => [`PATCH /api/v1/chats/${id}`, { assignee_id: null }],
  },
  {
    what: 'they take part no more',
    sight: TEAMS,
    world: 'participant',
    request: (id) => [`PATCH /api/v1/chats/${id}`, { participant_ids: [] }],
    restore: (id) => [`PATCH /api/v1/chats/${id}`, { participant_ids: [me.membershipId] }],
  },
  {
    what: 'they leave the team',
    sight: TEAMS,
    world: 'taken',
    request: () => [`PATCH /api/v1/teams/${teams.own}`, { member_ids: [] }],
    restore: () => [`PATCH /api/v1/teams/${teams.own}`, { member_ids: [me.membershipId] }],
    isOfAll: true,
  },
  {
    what: 'their role sees less',
    sight: TEAMS,
    world: 'taken',
    request: () => ['PATCH /api/v1/roles/agent', { visibility: 'own' }],
    restore: () => ['PATCH /api/v1/roles/agent', { visibility: 'teams' }],
    isOfAll: true,
  },
]

for (const path of ['/api/app/live', '/api/v1/events/stream'])
  for (const { what, sight, world, request, restore, isOfAll } of LOSSES)
    test(`a member who loses a conversation because ${what} gets a signal and no content after it: ${path}`, async () => {
      const { headers } = await openAs(sight)
      const id = worlds.find(({ name }) => name === world)!.conversation!
      const kept = worlds.find(({ name }) => name === 'closed')!.conversation!
      const change = async ([route, body]: [string, object]) => {
        const answer = await call(route, { key, body })
        assert.ok(answer.status < 300, answer.text)
      }
      const write = (to: string, text: string) =>
        change([`POST /api/v1/chats/${to}/notes`, { text }])
      await change([`PATCH /api/v1/chats/${kept}`, { assignee_id: me.membershipId }])
      const stream = await openTestStream(url, headers!, { path })
      const has = (text: string) => () => stream.text().includes(text)
      if (path === '/api/app/live') await waitFor(() => stream.frames[0]?.event === 'at')
      await write(id, 'content before')
      await waitFor(has('content before'))
      await change(request(id))
      const isLost = ({ event, data }: (typeof stream.frames)[number]) =>
        event === 'removed' && JSON.parse(data!).conversation_id === (isOfAll ? null : id)
      // Other rights end the stream, unless it learns of them while they are the same as at its start.
      const isSignalled = () => stream.frames.some(isLost) || (isOfAll && !stream.isOpen())
      await waitFor(isSignalled, { timeoutMs: BEFORE_RECHECK_MS, what })
      await write(id, 'content after')
      await write(kept, 'content of others')
      // A stream whose caller sees another part of the workspace may end. The next one has its rights.
      await waitFor(() => has('content of others')() || !stream.isOpen())
      assert.ok(!has('content after')(), stream.text())
      stream.close()
      await change(restore(id))
    })
