import assert from 'node:assert/strict'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from './app.ts'
import { createTestKey, createTestWorkspace } from './factories.ts'

/** Reads reports of a workspace: figures as JSON, and lines of a CSV file without its byte order mark. */
type ReportReader = {
  scope: Scope
  key: string
  read: (path: string) => Promise<any>
  csv: (path: string) => Promise<string[]>
}

/** Opens the API on `context` and returns a function that creates workspaces for report tests. */
export async function openReports(context: Context) {
  const { call } = await openTestApi(context)
  const open = async (): Promise<ReportReader> => {
    const { scope } = await createTestWorkspace(context)
    const key = await createTestKey(scope, ['reports:read'])
    const get = async (path: string) => {
      const answer = await call(`GET /api/v1/reports/${path}`, { key })
      assert.equal(answer.status, 200, answer.text)
      return answer
    }
    return {
      scope,
      key,
      read: async (path) => (await get(path)).body,
      csv: async (path) => {
        const { headers, text } = await get(path)
        assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
        assert.match(String(headers['content-disposition']), /^attachment; filename="/)
        assert.ok(text.startsWith('\uFEFF'))
        return text.slice(1).trimEnd().split('\r\n')
      },
    }
  }
  return { call, open }
}

/** A conversation from the factories. */
type Chat = { id: string; personId: string; channelId: string }
/** The author of a message; `failed`: it could not be sent. */
type By =
  | 'customer'
  | 'key'
  | 'system'
  | { member: string }
  | { echo: true }
  | { member: string; failed: true }

/** Writes messages of a conversation directly, and its activity. */
export async function writeMessages(
  scope: Scope,
  chat: Chat,
  messages: [at: string, by: By][],
): Promise<void> {
  const rows = messages.map(([time, by]) => {
    const at = new Date(time)
    const isIn = by === 'customer'
    const isObject = typeof by === 'object'
    return {
      workspace_id: scope.workspaceId,
      id: newId(at),
      chat_id: chat.id,
      person_id: chat.personId,
      channel_id: chat.channelId,
      direction: isIn ? ('inbound' as const) : ('outbound' as const),
      type: 'text',
      text: 'Hello',
      status: isIn
        ? ('received' as const)
        : isObject && 'failed' in by
          ? ('failed' as const)
          : ('sent' as const),
      author_type: isIn
        ? ('person' as const)
        : by === 'key'
          ? ('api_key' as const)
          : isObject && 'member' in by
            ? ('member' as const)
            : ('system' as const),
      author_id: isObject && 'member' in by ? by.member : null,
      origin: isObject && 'echo' in by ? ('echo' as const) : null,
      created_at: at,
    }
  })
  await scope.db.insertInto('messages').values(rows).execute()
  const last = rows.map((row) => row.created_at).toSorted((a, b) => +a - +b)
  await scope.db
    .updateTable('chat_activity')
    .set({ activity_at: last.at(-1)! })
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', chat.id)
    .execute()
}

/** Records the end of a round of a conversation. */
export async function writeClose(
  scope: Scope,
  chat: Chat,
  at: string,
  openedAt: string,
  by: string | null = null,
): Promise<void> {
  await scope.db
    .insertInto('chat_changes')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(new Date(at)),
      chat_id: chat.id,
      kind: 'closed',
      actor_type: by ? 'member' : 'system',
      actor_id: by,
      data: JSON.stringify({ opened_at: openedAt }),
      occurred_at: new Date(at),
    })
    .execute()
}

/** Returns the figures of each bucket without its times. */
export function figuresOf(buckets: Record<string, unknown>[]): Record<string, unknown>[] {
  return buckets.map(({ start: _start, end: _end, ...figures }) => figures)
}

/** Returns the body of a report that is sent to a member each day. */
export function testReportSchedule(membershipId: string) {
  return {
    report: 'work',
    filters: {},
    period: 'yesterday',
    every: 'day',
    on_day: null,
    hour: 8,
    time_zone: 'Europe/Berlin',
    recipient_ids: [membershipId],
  }
}
