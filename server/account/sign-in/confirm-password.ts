import { recordFailure } from '../audit/record-failure.ts'
import type { Context } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'
import { callerData } from './browser-of.ts'
import type { Browser } from './browser-of.ts'
import { isPasswordOf } from '../users/check-password.ts'

const PROBLEMS = {
  password: 'is not your password',
  current_password: 'is not your current password',
}

/**
 * Checks the password of a signed-in user, which is in the field `field` of a request. The audit log records a wrong
 * one, but not what was typed.
 *
 * @throws {AppError} validation_failed
 */
export async function confirmPassword(
  context: Context,
  input: {
    userId: string
    password: string
    field: 'password' | 'current_password'
    browser: Browser
  },
): Promise<void> {
  const { userId, password, field, browser } = input
  if (await isPasswordOf(context, userId, password)) return
  await recordFailure(context, userId, {
    action: 'member.confirmation_failed',
    actor: 'user',
    data: callerData(browser),
  })
  throw invalidField(field, PROBLEMS[field])
}
