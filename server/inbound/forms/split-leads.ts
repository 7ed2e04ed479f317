import { invalidField } from '#lib/errors.ts'
import { findLeads } from './find-leads.ts'
import { FORM_CAPS } from './form-caps.ts'
import type { ParsedSubmission } from './parse-submission.ts'
import { fromTree } from './tree.ts'
import { findShape, readId } from './read-submission.ts'

/** A lead as it is stored, with the service's id of it. */
type Lead = { body: Buffer; contentType: string | undefined; eventId: string | undefined }

/**
 * Splits a payload with a list of leads: each one is the payload with only this lead in its list, as JSON. Any other payload is one
 * lead, with its own bytes.
 *
 * @throws {AppError} validation_failed: more leads than are read
 */
export function splitLeads(
  { tree, body, isCut }: ParsedSubmission,
  contentType: string | undefined,
  provider: string,
): Lead[] {
  const leads = findLeads(tree)
  const { shaped, declaration, hasShape } = findShape(tree, provider, leads)
  if (hasShape || !leads || leads.items.length < 2)
    return [{ body, contentType, eventId: readId(shaped, declaration, body) }]
  if (isCut || leads.items.length > FORM_CAPS.leadsMax)
    throw invalidField(
      'body',
      `must have at most ${FORM_CAPS.leadsMax} leads and ${FORM_CAPS.jsonValuesMax} values; send the leads in several requests`,
    )
  return leads.items.map((item) => {
    const own = leads.withOnly(item)
    const found = findShape(own, provider)
    const bytes = Buffer.from(JSON.stringify(fromTree(own)))
    return {
      body: bytes,
      contentType: 'application/json',
      eventId: readId(found.shaped, found.declaration, bytes),
    }
  })
}
