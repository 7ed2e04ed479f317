import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { findDefinitions } from '#contacts/custom-fields/find-definitions.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { checkRedirect, checkSecretUse } from '../create-form.ts'
import { encryptFormSecret } from '../encrypt-form-secret.ts'
import { getForm, readForm } from './read-form.ts'
import type { Form, UpdateFormBody } from './schema.ts'

/**
 * Updates a form: only the given fields change, and null clears one. @throws {AppError} form_not_found,
 * validation_failed
 */
export async function updateForm(scope: Scope, id: string, input: UpdateFormBody): Promise<Form> {
  const { name, redirect_url: redirect, secret, mapping } = input
  const plain = {
    ...(name !== undefined && { name: readTrimmed('name', name) }),
    ...(redirect !== undefined && { redirect_url: checkRedirect(redirect) }),
  }
  await transaction(scope, async (tx) => {
    if (mapping?.fields) await checkFields(tx, Object.keys(mapping.fields))
    const before = await readForm(tx, id, 'change')
    if (typeof secret === 'string') checkSecretUse(before.provider)
    const changes = {
      ...plain,
      ...(secret !== undefined && {
        secret: secret === null ? null : encryptFormSecret(tx, before.id, secret),
      }),
    }
    const isMapped = mapping !== undefined
    if (Object.keys(changes).length === 0 && !isMapped) return
    await updateById(tx, 'forms', before.id, {
      ...changes,
      ...(isMapped && { mapping: mapping && JSON.stringify(mapping) }),
    })
    const row = await readForm(tx, before.id)
    const changed = changedFields(before, plain)
    if (isMapped) changed['mapping'] = { from: before.mapping, to: row.mapping }
    if (secret !== undefined)
      changed['has_secret'] = { from: before.secret !== null, to: row.secret !== null }
    await recordAudit(tx, 'form.updated', row.id, { name: row.name, changes: changed })
  })
  return getForm(scope, id)
}

/** Checks that custom fields with these keys are defined. @throws {AppError} validation_failed */
async function checkFields(tx: Scope, keys: string[]): Promise<void> {
  const known = new Set((await findDefinitions(tx)).map(({ key }) => key))
  const unknown = keys.find((key) => !known.has(key))
  if (unknown !== undefined)
    throw invalidField(`mapping.fields.${unknown}`, 'is not a custom field')
}
