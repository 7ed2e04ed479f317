import type { Selectable } from 'kysely'
import type { Context, Scope } from '#context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import type { Forms } from '#db/tables/forms.ts'
import { hashSecret } from '#lib/api-key-format.ts'

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
  const form = await scope.db
    .selectFrom('forms')
    .selectAll()
    .where('workspace_id', '=', route.workspace_id)
    .where('id', '=', route.form_id)
    .executeTakeFirst()
  return form && { scope, form }
}
