import assert from 'node:assert/strict'
import type { Context, Scope } from '#db/context.ts'
import type { Call } from './app.ts'
import { createTestWorkspace } from './factories.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { registerApp } from './oauth-app.ts'
import type { RawApp, TestMember } from './oauth-app.ts'
import { signInTestMember } from './session.ts'

/** The scopes with which an app reads conversations. */
export const READ = ['contacts:read', 'chats:read', 'messages:read']

/** A request for the list of tools. */
export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** The headers of a request to `/mcp` beside its token. */
export const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

type SetUp = {
  scope: Scope
  member: TestMember & { membershipId: string; userId: string }
}

/** A member with a connected app. */
export type AppSetUp = SetUp & {
  app: RawApp
  tokens: Record<'access_token' | 'refresh_token', string>
}

/** Returns how to set up members with connected apps, each in a workspace of its own. */
export function openAppTests(context: Context, call: Call) {
  async function setUp(role: 'admin' | 'agent' = 'admin'): Promise<SetUp> {
    await forgetAttempts(context)
    const { scope } = await createTestWorkspace(context)
    const signedIn = await signInTestMember(call, scope, role)
    return { scope, member: { ...signedIn, workspaceId: scope.workspaceId } }
  }

  async function setUpApp(
    scopes: string[] = READ,
    role: 'admin' | 'agent' = 'admin',
  ): Promise<AppSetUp> {
    const given = await setUp(role)
    const app = await registerApp(call)
    const answer = await app.exchange(await app.getCode(given.member, scopes))
    assert.equal(answer.status, 200, answer.text)
    return { ...given, app, tokens: answer.body as AppSetUp['tokens'] }
  }

  /** Lists the tools of /mcp with a token or a key. */
  async function useMcp(token: string) {
    const answer = await call('POST /mcp', { key: token, body: LIST_TOOLS, headers: MCP_HEADERS })
    const { status, headers, body, text } = answer
    const json = /\{.*\}/s.exec(text)?.[0]
    const tools = status === 200 ? JSON.parse(json!).result.tools.map((each: any) => each.name) : []
    return { status, headers, body, tools: tools as string[] }
  }

  return {
    setUp,
    setUpApp,
    useMcp,
    isUsable: async (token: string) => (await useMcp(token)).status === 200,
    later: (ms: number) => ({ ...context, clock: { now: () => new Date(Date.now() + ms) } }),
  }
}

/** Returns the status and the code of an OAuth error. */
export const errorOf = (answer: { status: number; body: any }) =>
  `${answer.status} ${answer.body.error}`

/** Returns what the audit log says about connected apps, in order. */
export async function readAppAudit({ db, workspaceId }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', workspaceId)
    .where('action', 'like', 'app.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
