import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { checkQuota } from '#db/check-quota.ts'
import { countRows } from '#db/count-rows.ts'
import { sqlState } from '#db/pool.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { FORM_SERVICES, isFormProvider } from '#shared/forms.ts'
import { insertRow } from '#db/insert-row.ts'
import type { CreateFormBody, FormWithToken } from './developer/schema.ts'
import { encryptFormSecret } from './encrypt-form-secret.ts'

/** Settings of a form; `is_open` accepts posts without a token. */
export type CreateFormInput = CreateFormBody & { is_open?: boolean }

/** A form as the command line shows it; `token` is shown only once. */
type CreatedForm = Pick<
  FormWithToken,
  'id' | 'name' | 'provider' | 'redirect_url' | 'is_open' | 'token' | 'created_at'
>

/** Writes the row of a form whose token is accepted now. `secret` is encrypted, in base64. */
export const formCreatedEffect: Effect<
  Omit<CreatedForm, 'is_open' | 'token'> & { token_last_four: string; secret: string | null }
> = {
  kind: 'form_created',
  async apply(tx, { secret, created_at, ...form }) {
    await insertRow(tx, 'forms', {
      ...form,
      secret: secret === null ? null : Buffer.from(secret, 'base64'),
      created_at: new Date(created_at),
    })
  },
}

/**
 * Creates a form. One form of the whole installation may be open.
 *
 * @throws {AppError} open_form_taken, quota_exceeded, validation_failed
 */
export async function createForm(scope: Scope, input: CreateFormInput): Promise<CreatedForm> {
  const provider = (input.provider ?? 'generic').toLowerCase()
  if (!/^[a-z0-9_-]{1,40}$/.test(provider))
    throw invalidField(
      'provider',
      'must contain only lower-case letters, digits, - and _, such as generic or typeform',
    )
  if (input.secret !== undefined) checkSecretUse(provider)
  const name = readTrimmed('name', input.name)
  const redirectUrl = checkRedirect(input.redirect_url ?? null)
  const id = newId()
  const token = createToken()
  const row = {
    id,
    name,
    provider,
    redirect_url: redirectUrl,
    created_at: scope.clock.now(),
  }
  const is_open = input.is_open ?? false
  const secret =
    input.secret === undefined
      ? null
      : encryptFormSecret(scope, id, input.secret).toString('base64')
  await directoryTransaction(scope, async (tx) => {
    await checkQuota(tx, 'forms', () =>
      countRows(tx.directory.selectFrom('form_routes').where('workspace_id', '=', tx.workspaceId)),
    )
    await insertRow(tx, 'form_routes', { token_hash: hashSecret(token), form_id: id, is_open })
    await defer(tx, formCreatedEffect, { ...row, token_last_four: token.slice(-4), secret })
    await recordAudit(tx, 'form.created', id, { name, provider })
  }).catch((err: unknown) => {
    if (is_open && sqlState(err) === '23505')
      throw new AppError(
        'open_form_taken',
        'Another form already accepts submissions without a token.',
      )
    throw err
  })
  return { ...row, is_open, token }
}

/**
 * Checks that a form of this provider can have a secret: all submissions of a service that signs nothing would be
 * refused, and Parley cannot verify a service that it does not know. @throws {AppError} validation_failed
 */
export function checkSecretUse(provider: string): void {
  if (!isFormProvider(provider))
    throw invalidField(
      'secret',
      `must be empty, because Parley does not know how ${provider} signs; use generic for a program that signs with X-Form-Signature`,
    )
  const { name, secret } = FORM_SERVICES[provider]
  if (secret === 'none')
    throw invalidField('secret', `must be empty, because ${name} does not sign`)
}

/** Validates and normalises a form's redirect URL. @throws {AppError} validation_failed */
export function checkRedirect(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalidField('redirect_url', 'must be an http(s) URL')
  return url.href
}
