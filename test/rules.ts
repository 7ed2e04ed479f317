import assert from 'node:assert/strict'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { followRules } from '#rules/follow-rules.ts'
import type { Action, Condition, Trigger } from '#shared/rule-parts.ts'
import type { Answer } from './answer.ts'
import type { Call } from './app.ts'
import { createTestKey, createTestMember } from './factories.ts'
import { newWaId, openInbound } from './inbound.ts'

/** The parts of a rule that differ from those of a test's usual one. */
type Parts = {
  trigger?: Trigger
  conditions?: Condition[]
  actions?: Action[]
  repeat?: string
  stops?: boolean
}

/** A workspace with a channel, a key with all scopes, an agent in a team, and a tag, in which rules act. */
export type TestRules = {
  scope: Scope
  member: string
  teamId: string
  tagId: string
  ask: (request: string, body?: object) => Promise<Answer>
  /** Creates a rule, by default one that tags what customers write, and switches it on unless `isOn` is false. */
  create: (parts?: Parts, isOn?: boolean) => Promise<string>
  /** Receives a text, by default of the one customer. */
  receive: (text: string, from?: string) => Promise<unknown>
  /** Runs one turn of the lane, `ms` from now. */
  turn: (ms?: number) => Promise<Date | null>
  /** Reads the conversation that was active last. */
  chat: () => Promise<any>
  firings: (id: string) => Promise<any[]>
  misses: (id: string) => Promise<any[]>
}

/** Opens a workspace in which rules act. */
export async function openTestRules(context: Context, call: Call): Promise<TestRules> {
  const place = await openInbound(context).open()
  const { scope } = place
  const key = await createTestKey(scope, ['*'])
  const ask = (request: string, body?: object) => call(request, { key, ...(body && { body }) })
  const member = (await createTestMember(scope, 'agent')).membershipId
  const team = await ask('POST /api/v1/teams', { name: 'Orders', member_ids: [member] })
  const tag = await ask('POST /api/v1/tags', { name: 'urgent', color: 'red' })
  const customer = newWaId()
  let named = 0

  async function create({ conditions = [], ...more }: Parts = {}, isOn = true): Promise<string> {
    const made = await ask('POST /api/v1/rules', {
      name: `Rule ${++named}`,
      trigger: { on: 'message_received' },
      actions: [{ type: 'add_tags', tag_ids: [tag.body.id] }],
      conditions: { match: 'all', conditions },
      ...more,
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.is_on, false)
    if (isOn) {
      const on = await ask(`PATCH /api/v1/rules/${made.body.id}`, { is_on: true })
      assert.equal(on.status, 200, on.text)
    }
    return made.body.id
  }

  return {
    scope,
    member,
    teamId: team.body.id,
    tagId: tag.body.id,
    ask,
    create,
    receive: (text, from = customer) =>
      place.receive(
        payloadOf(
          place.account,
          textFrom(from, text, { at: Math.floor(context.clock.now().getTime() / 1000) }),
        ),
      ),
    turn: (ms) => followTestRules(context, scope, ms),
    chat: async () => (await ask('GET /api/v1/chats')).body.data[0],
    firings: async (id) => (await ask(`GET /api/v1/rules/${id}/firings`)).body.data,
    misses: async (id) => (await ask(`GET /api/v1/rules/${id}/log`)).body.misses,
  }
}

/** Runs one turn of the lane of rules, `ms` from now. Returns when it is due next. */
async function followTestRules(context: Context, scope: Scope, ms = 0): Promise<Date | null> {
  const at = context.clock.now().getTime() + ms
  const then = systemScope({ ...context, clock: { now: () => new Date(at) } }, scope.workspaceId)
  const outcome = await followRules(then, await readPositions(scope), () => false)
  await scope.db
    .updateTable('followers')
    .set({ position: outcome.position, due_at: outcome.dueAt })
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'rules')
    .execute()
  return outcome.dueAt
}

/** Reads up to which event the rules of a workspace have acted, and the newest one. */
export async function readPositions(scope: Scope): Promise<{ position: number; head: number }> {
  const follower = await scope.db
    .selectFrom('followers')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'rules')
    .executeTakeFirst()
  const counter = await scope.db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  return { position: follower?.position ?? counter.event_position, head: counter.event_position }
}
