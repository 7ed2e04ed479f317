import assert from 'node:assert/strict'
import { systemScope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { recordAttempts } from '#messages/sending/record-attempts.ts'
import { recordMessageStatuses } from '#messages/state/record-message-statuses.ts'
import { newId } from '#lib/ids.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { followTargets } from '#sla/follow-targets.ts'
import { openTestApi } from './app.ts'
import { openTestContext } from './context.ts'
import { createTestKey } from './factories.ts'
import { newWaId, openInbound } from './inbound.ts'

/**
 * Opens the API and ingest with a clock that stands still until `at` sets it, and a function that opens a workspace with a channel. Its
 * functions do what customers, agents and platforms do; `turn` is one turn of the lane of service levels.
 */
export async function openSla() {
  const opened = await openTestContext()
  let now = new Date()
  const context = { ...opened.context, clock: { now: () => new Date(now) } }
  const { call } = await openTestApi(context)
  const inbound = openInbound(context)

  async function open() {
    const { scope, account, receive } = await inbound.open()
    const key = await createTestKey(scope, ['*'])
    const ask = async (request: string, body?: object) => {
      const answer = await call(request, { key, ...(body && { body }) })
      assert.ok(answer.status < 400, `${request}: ${answer.text}`)
      return answer.body
    }
    const customer = newWaId()
    let position = await positionOf(scope)

    return {
      scope,
      key,
      ask,
      /** The customer writes; returns the conversation. */
      write: async (from = customer): Promise<string> => {
        const at = Math.floor(now.getTime() / 1000)
        await receive(payloadOf(account, textFrom(from, 'Is it open?', { at })))
        const { data } = await ask(`GET /api/v1/chats?q=${from}`)
        return data[0].id
      },
      /** An agent answers; returns the message, which no platform has accepted yet. */
      answer: async (chatId: string): Promise<string> => {
        const text = { conversation_id: chatId, message: 'Yes.' }
        return (await ask('POST /api/v1/messages/send', text)).id
      },
      /** The platform accepts a message. */
      accept: async (messageId: string): Promise<void> => {
        const { id } = await channelOf(messageId)
        await recordAttempts(scope, { id, type: 'whatsapp' }, [
          {
            messageId,
            attemptId: newId(),
            recipient: '1',
            outcome: { kind: 'accepted', platformMessageId: `wamid.${messageId}` },
          },
        ])
      },
      /** The platform reports that an accepted message failed. */
      fail: async (messageId: string): Promise<void> => {
        const { id } = await channelOf(messageId)
        await transaction(scope, async (tx) => {
          const { events } = await recordMessageStatuses(tx, id, [
            {
              platformMessageId: `wamid.${messageId}`,
              status: 'failed',
              participant: '',
              at: now,
              error: { code: '131026', message: 'Undeliverable' },
              ownId: undefined,
              details: null,
            },
          ])
          await recordEvents(tx, events)
        })
      },
      /** Runs the lane once; returns when it is due next. */
      turn: async (): Promise<Date | null> => {
        const head = await positionOf(scope)
        const done = await followTargets(
          systemScope(context, scope.workspaceId),
          { position, head },
          () => false,
        )
        position = done.position
        return done.dueAt
      },
      targets: async (chatId: string) => (await ask(`GET /api/v1/chats/${chatId}/sla`)).targets,
      /** Returns the events about targets, in their order. */
      events: async (): Promise<any[]> => {
        const rows = await scope.db
          .selectFrom('events')
          .select(['type', 'body', 'position'])
          .where('workspace_id', '=', scope.workspaceId)
          .where('type', 'in', ['sla.warning', 'sla.breached'])
          .orderBy('position')
          .execute()
        return rows.map(({ type, body }) => ({ type, ...JSON.parse(body).data }))
      },
    }

    async function channelOf(messageId: string): Promise<{ id: string }> {
      const row = await scope.db
        .selectFrom('messages')
        .select('channel_id as id')
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow()
      return row
    }
  }

  return { ...opened, context, call, open, at: (time: string) => void (now = new Date(time)) }
}

async function positionOf({ db, workspaceId }: { db: any; workspaceId: string }): Promise<number> {
  const row = await db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.event_position ?? 0
}
