import assert from 'node:assert/strict'
import type { Selectable } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { createChannel } from '#channels/create-channel.ts'
import type { NewChannel } from '#channels/schema.ts'
import type { Messages } from '#db/tables/messages.ts'
import type { Database } from '#db/database.ts'
import { getMessage } from '#messages/get-message.ts'
import type { Message } from '#messages/schema.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import { createIngest } from '#ingest.ts'
import { sign } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import type { ItemOutcome } from '#inbound/ingest/item-outcome.ts'

type Row = Selectable<Messages>

/** Opens the ingest server and the inbound lane, without a worker: `work` is one turn of a lane. */
export function openInbound(context: Context) {
  const app = createIngest(context)
  const lane = createInboundLane(context)

  async function deliver(
    payload: Json | string,
    platform = 'whatsapp',
    more: Record<string, string> = {},
  ): Promise<void> {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const answer = await app.inject({
      method: 'POST',
      url: `/webhook/${platform}`,
      payload: body,
      headers: {
        'x-hub-signature-256': sign(body),
        'content-type': 'application/json',
        ...more,
      },
    })
    assert.equal(answer.statusCode, 200)
  }

  const work = (workspaceId: string) =>
    lane.work(
      { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
      new AbortController().signal,
    )

  /** Creates a workspace with one channel; `receive` delivers payloads and processes them. */
  async function open(options: Partial<NewChannel> = {}) {
    const { scope, workspaceId } = await createTestWorkspace(context)
    const account = String(Math.floor(1e12 + Math.random() * 9e12))
    const channel = await createChannel(scope, {
      type: 'whatsapp',
      account,
      display_phone: '+91 80000 00000',
      ...options,
    })
    const receive = async (...payloads: (Json | string)[]): Promise<ItemOutcome[]> => {
      for (const payload of payloads) await deliver(payload, channel.type)
      await work(workspaceId)
      const { outcome } = await scope.db
        .selectFrom('inbound_payloads')
        .select('outcome')
        .where('workspace_id', '=', workspaceId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return outcome as ItemOutcome[]
    }
    return { scope, workspaceId, channel, account, receive, work: () => work(workspaceId) }
  }

  return { app, lane, deliver, work, open }
}

/** Reads the rows of a table of the workspace in order of their ids. */
export async function rowsOf<T extends keyof Database>(scope: Scope, table: T): Promise<any[]> {
  const rows = await scope.db
    .selectFrom(table as 'messages')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Reads the message with the platform's id `platformMessageId`, as the API shows it. */
export async function messageOf(scope: Scope, platformMessageId: string): Promise<Message> {
  const row = (await rowsOf(scope, 'messages')).find(
    (each: Row) => each.platform_message_id === platformMessageId,
  )
  assert.ok(row, `no message ${platformMessageId}`)
  return getMessage(scope, row.id)
}

/** Reads the types of the workspace's events in order. */
export async function eventTypes(scope: Scope): Promise<string[]> {
  const events = await rowsOf(scope, 'events')
  return events.toSorted((a, b) => a.position - b.position).map((event) => event.type)
}

/** Returns a customer's number in WhatsApp's form that no other test has. */
export function newWaId(): string {
  return testPhone().slice(1)
}
