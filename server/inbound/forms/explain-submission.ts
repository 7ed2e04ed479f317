import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import type { Scope } from '#db/context.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import type { FormMapping } from '#shared/forms.ts'
import { explainFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'
import { findById } from '#db/find-by-id.ts'

/** A stored submission, as its payload holds it. */
type StoredSubmission = { form_id: string; body: Buffer; content_type: string | null }

/** A submission with its form and its answers. */
type ExplainedSubmission = {
  id: string
  name: string
  provider: string
  mapping: FormMapping | null
  /** The answers, the detail that each is used as, and why it is not used. */
  fields: ReturnType<typeof explainFields>
}

/**
 * Returns the form of a stored submission, and its answers with what each is used as; undefined if the form was
 * deleted. A body that cannot be read has no answers.
 */
export async function explainSubmission(
  scope: Scope,
  stored: StoredSubmission,
): Promise<ExplainedSubmission | undefined> {
  const form = await findById(scope, 'forms', stored.form_id)
  if (!form || form.deleted_at) return undefined
  const { default_country: country } = await getWorkspace(scope, scope.workspaceId)
  const { id, name, provider, mapping } = form
  try {
    const contentType = stored.content_type ?? undefined
    const { fields } = readSubmission(parseSubmission(contentType, stored.body), provider)
    const definitions = mapping?.fields ? await findDefinitions(scope) : []
    const explained = explainFields(fields, country, mapping ?? {}, definitions)
    return { id, name, provider, mapping, fields: explained }
  } catch {
    return { id, name, provider, mapping, fields: [] }
  }
}
