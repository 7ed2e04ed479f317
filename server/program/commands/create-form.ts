import { systemScope } from '#context.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { defined } from '#lib/defined.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** The options of `forms create`. */
type CreateFormOptions = {
  workspace: string
  name: string
  provider?: string
  secret?: string
  redirectUrl?: string
}

/** Runs `forms create`: creates a form and prints its token, which is shown only once. */
export async function runCreateForm(options: CreateFormOptions): Promise<Result> {
  const { form, ingestUrl } = await withContext(async (context) => {
    const { id } = await getWorkspace(context, options.workspace)
    const { name, provider, secret, redirectUrl: redirect_url } = options
    const created = await createForm(systemScope(context, id), {
      name,
      ...defined({ provider, secret, redirect_url }),
    })
    return { form: created, ingestUrl: context.config.ingestUrl }
  })
  return {
    json: { form },
    lines: [
      'The form was created. Its token is shown only once:',
      ...toTable(form),
      '',
      `Set the form's submission URL to ${ingestUrl}/webhook/form/${form.token}`,
    ],
  }
}
