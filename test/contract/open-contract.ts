import assert from 'node:assert/strict'
import type { Config } from '#lib/settings/config.ts'
import type { Context, Scope, Server } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { openTestApi } from '#test/app.ts'
import type { Call } from '#test/app.ts'
import type { Answer } from '#test/answer.ts'
import type { CallOptions } from '#test/check-answer.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { openShards } from '#test/shards.ts'
import { watchQueries } from '#test/watch-queries.ts'

/** The API, a workspace, and a key with every scope. */
type Contract = {
  context: Context
  app: App
  call: Call
  scope: Scope
  workspaceId: string
  key: string
}

/**
 * Starts the API on its own database; `given` replaces parts of its context, such as the clock. With `TEST_SHARDED`, it
 * starts on two shards, and workspaces are laid on them in turn, the first one on the main shard.
 */
export async function openContract(
  overrides: Partial<Config> = {},
  given: Partial<Context> = {},
  options: CallOptions = {},
): Promise<Contract> {
  const opened = process.env['TEST_SHARDED']
    ? await openShards(overrides)
    : await openTestContext(overrides)
  const context = { ...replaceOnServers(opened.context, given), ...given }
  const { call, app } = await openTestApi(context, options)
  return { context, app, call, ...(await openWorkspace(context)) }
}

/** Returns the context with the given parts also on each of its servers. */
function replaceOnServers(context: Context, given: Partial<Context>): Context {
  return changeServers(context, () => given)
}

/** Returns `context` with `onQuery` called before each statement on any of its servers. Use it as `watchQueries`. */
export function watchServers(context: Context, onQuery: (query: string) => void): Context {
  const watch = ({ db }: Pick<Context, 'db'>) => ({ db: watchQueries(db, onQuery) })
  return { ...changeServers(context, watch), ...watch(context) }
}

function changeServers(context: Context, change: (server: Server) => Partial<Context>): Context {
  if (!context.shards) return context
  const { all, find } = context.shards
  const replace = (server: Server): Server => ({ ...server, ...change(server) }) as Server
  return {
    ...context,
    shards: { all: all.map(replace), find: async (id) => replace(await find(id)) },
  }
}

/** Creates another workspace and a key with every scope. */
export async function openWorkspace(
  context: Context,
  options: { unmatchedPhone?: 'reject' | 'first_conversation' } = {},
): Promise<{ scope: Scope; workspaceId: string; key: string }> {
  const { scope, workspaceId } = await createTestWorkspace(context, options)
  return { scope, workspaceId, key: await createTestKey(scope, ['*']) }
}

/** Asserts that `answer` is the error `code`, and for a 422 which field it names. */
export function assertProblem(answer: Answer, status: number, code: string, field?: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.code, code, answer.text)
  if (field === undefined) return
  const fields = answer.body.errors.map((each: { field: string }) => each.field)
  assert.ok(fields.includes(field), `${field} is not named in ${answer.text}`)
}
