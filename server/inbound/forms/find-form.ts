import type { Selectable } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import type { Forms } from '#db/tables/forms.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { findById } from '#db/find-by-id.ts'

/** A form and the scope of its workspace. */
type FoundForm = { scope: Scope; form: Selectable<Forms> }

/** Finds the form with this token, or without a token the open form. */
export async function findForm(
  context: Context,
  token: string | undefined,
): Promise<FoundForm | undefined> {
  // The directory is read first, because it names the form's workspace.
  const route = await context.directory
    .selectFrom('form_routes')
    .select(['workspace_id', 'form_id'])
    .$if(token !== undefined, (query) => query.where('token_hash', '=', hashSecret(token!)))
    .$if(token === undefined, (query) => query.where('is_open', '=', true))
    .executeTakeFirst()
  if (!route) return undefined
  const scope = await systemScopeOn(context, route.workspace_id)
  const form = await findById(scope, 'forms', route.form_id)
  return form && { scope, form }
}
