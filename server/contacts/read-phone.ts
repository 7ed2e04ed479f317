import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import type { Scope } from '#db/context.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import { fieldError } from '#lib/errors.ts'
import { explainPhone, toE164 } from '#lib/to-e164.ts'

/** A function that returns the E.164 form of a phone number that a caller wrote, or undefined if it is none. */
export type FindPhone = (phone: string) => Promise<string | undefined>

/** Reads the country of a workspace, for all requests of the same moment at once. */
const findCountry = coalesce<Scope, string>({
  maxBatch: 1_000,
  keyOf: ({ workspaceId }) => workspaceId,
  run: async (scopes) => {
    const country = await readCountry(scopes[0]!)
    return scopes.map(() => toOutcome(() => country))
  },
})

/** Reads the country of the workspace, in which phone numbers without their country code are read. */
export async function readCountry(scope: Scope): Promise<string> {
  return (await getWorkspace(scope, scope.workspaceId)).default_country
}

/**
 * Creates a function that reads phone numbers. Those without their country code are read in the country of the
 * workspace, which costs one query for all of them, and for other requests of the same moment.
 */
export function createPhoneFinder(scope: Scope): FindPhone {
  let country: Promise<string> | undefined
  return async (phone) => {
    if (/^\s*(\+|00)/.test(phone)) return toE164(phone)
    country ??= findCountry(scope)
    return toE164(phone, await country)
  }
}

/**
 * Reads phone numbers before the transaction that needs them, and returns a function that knows their E.164 forms, and no
 * others.
 */
export async function findPhones(
  scope: Scope,
  phones: (string | null | undefined)[],
): Promise<FindPhone> {
  const find = createPhoneFinder(scope)
  const known = new Map<string, string | undefined>()
  for (const phone of phones) if (phone) known.set(phone, await find(phone))
  return async (phone) => known.get(phone)
}

/** Returns the E.164 form of a phone number in the field `field`. @throws {AppError} invalid_phone */
export async function readPhone(find: FindPhone, phone: string, field: string): Promise<string> {
  const e164 = await find(phone)
  if (e164 === undefined) throw fieldError('invalid_phone', field, explainPhone(phone))
  return e164
}
