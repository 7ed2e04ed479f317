import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { storeSubmission } from '../accept-submission.ts'
import { readForm } from './read-form.ts'

const SAMPLE = {
  name: 'Test Visitor',
  email: 'test.visitor@example.com',
  message: 'This is a test of the form, sent from the developer area.',
}

/**
 * Posts to a form as a visitor would, without token and signature: the resulting contact and lead are real. @throws
 * {AppError} form_not_found
 */
export async function testForm(
  scope: Scope,
  id: string,
  fields: Record<string, string> = SAMPLE,
): Promise<{ payload_id: string }> {
  const form = await readForm(scope, id)
  const stored = await storeSubmission(scope, {
    formId: form.id,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(fields)),
    fingerprint: `key:test-${newId()}`,
  })
  return { payload_id: stored.id }
}
