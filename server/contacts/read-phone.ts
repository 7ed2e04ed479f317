import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import type { Scope } from '#context.ts'
import { fieldError } from '#lib/errors.ts'
import { toE164 } from '#lib/phone.ts'

/**
 * Returns the E.164 form of a phone number that a caller wrote, or undefined if it is none. A number without its country
 * code is read in the country of the workspace, which only then costs a query.
 */
export async function findPhone(scope: Scope, phone: string): Promise<string | undefined> {
  if (/^\s*(\+|00)/.test(phone)) return toE164(phone)
  const { default_country: country } = await getWorkspace(scope, scope.workspaceId)
  return toE164(phone, country)
}

/** Returns the E.164 form of a phone number in the field `field`. @throws {AppError} invalid_phone */
export async function readPhone(scope: Scope, phone: string, field: string): Promise<string> {
  const e164 = await findPhone(scope, phone)
  if (e164 === undefined)
    throw fieldError(
      'invalid_phone',
      field,
      "must be an international phone number, such as +14155550100, or a number of the workspace's country",
    )
  return e164
}
