import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { findById } from '#db/find-by-id.ts'
import { endApp } from './end-app.ts'
import { findToken } from './find-token.ts'

/** Ends the app of a token, at the app's own wish. An unknown token is no error. Source: RFC 7009 §2. */
export async function revokeToken(
  context: Context,
  given: { token: string; clientId: string },
): Promise<void> {
  const found = await findToken(context, given.token, ['refresh', 'access'])
  if (!found) return
  await directoryTransaction(found.scope, async (tx) => {
    const app = await findById(tx, 'api_keys', found.token.app_id, 'change')
    if (app && app.client_id === given.clientId) await endApp(tx, app, 'disconnected')
  })
}
