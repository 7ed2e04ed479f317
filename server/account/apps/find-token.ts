import type { Selectable } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import type { AppTokens } from '#db/tables/app-tokens.ts'
import { hashSecret, isAppSecret } from '#lib/api-key-format.ts'
import type { AppSecret } from '#lib/api-key-format.ts'

/** A token and the workspace of its app, in which the app itself acts. */
type FoundToken = { token: Selectable<AppTokens>; scope: Scope }

/** Returns the token of one of these kinds, also if it has expired. */
export async function findToken(
  context: Context,
  secret: string,
  kinds: readonly Exclude<AppSecret, 'code'>[],
): Promise<FoundToken | undefined> {
  const kind = kinds.find((each) => isAppSecret(secret, each))
  if (!kind) return undefined
  const token = await context.directory
    .selectFrom('app_tokens')
    .selectAll()
    .where('hash', '=', hashSecret(secret))
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!token) return undefined
  const { workspace_id: workspaceId, app_id: id } = token
  const there = await inWorkspace(context, workspaceId)
  return { token, scope: { ...there, workspaceId, actor: { type: 'api_key', id } } }
}
