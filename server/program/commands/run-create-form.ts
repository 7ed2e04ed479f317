import { createForm } from '#inbound/forms/create-form.ts'
import { defined } from '#lib/defined.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

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
  const { form, ingestUrl } = await withWorkspace(options.workspace, async (scope) => {
    const { name, provider, secret, redirectUrl: redirect_url } = options
    const created = await createForm(scope, {
      name,
      ...defined({ provider, secret, redirect_url }),
    })
    return { form: created, ingestUrl: scope.config.ingestUrl }
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
