import { createHash, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Forms } from '#db/tables/forms.ts'
import { AppError } from '#lib/errors.ts'
import { decryptFormSecret } from './encrypt-form-secret.ts'
import { declarationOf, FORM_DECLARATIONS } from './providers/form-declarations.ts'
import type { ParsedSubmission } from './parse-submission.ts'
import { readSecretKey } from './read-submission.ts'
import { MULTIPART } from './submission.ts'
import type { FormPost } from './submission.ts'

/**
 * Checks that the form service sent a submission, if the form has a secret: by its signature over the raw bytes, or by
 * the key in the payload. A service that does neither cannot have sent it.
 *
 * @throws {AppError} invalid_signature
 */
export function verifySubmission(
  scope: Scope,
  form: Selectable<Forms>,
  post: FormPost,
  parsed: ParsedSubmission,
): void {
  if (!form.secret) return
  const secret = decryptFormSecret(scope, form.id, form.secret)
  const { secretKey, isSigned = FORM_DECLARATIONS.generic.isSigned! } = declarationOf(form.provider)
  const { contentType, body, headers } = post
  const url = `${scope.config.ingestUrl}${post.path}`
  const isValid =
    secretKey === undefined
      ? contentType !== MULTIPART &&
        isSigned({ headers, body, url, now: scope.clock.now() }, secret)
      : isEqual(readSecretKey(parsed, form.provider) ?? '', secret)
  if (!isValid)
    throw new AppError(
      'invalid_signature',
      secretKey === undefined
        ? "The form's signature does not match the body."
        : `The key in \`${secretKey}\` is not the form's secret.`,
    )
}

/** Compares two texts in constant time. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}
