import { ConfigError } from '#lib/settings/config.ts'
import { DAMAGE_ADVICE, isDamage } from '#db/damage/is-damage.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { AppError, errorFields } from '#lib/errors.ts'

/** Describes an error in lines for stderr: one line, or one for each mistake in the environment. */
export function explainError(err: unknown): string[] {
  if (err instanceof ConfigError) return err.problems
  if (err instanceof AppError && err.fields.length > 0)
    return [`${err.fields.map((field) => `${field.field} ${field.message}`).join('; ')}.`]
  const message = messageOf(err)
  if (isDamage(err)) return [`Stored data is damaged: ${message}. ${DAMAGE_ADVICE}`]
  return [isDatabaseUnavailable(err) ? `The database cannot be used: ${message}` : message]
}

function messageOf(err: unknown): string {
  if (err instanceof AggregateError && err.errors.length > 0) return messageOf(err.errors[0])
  const { message, code } = errorFields(err)
  return message?.split('\n', 1)[0] || code || String(err)
}
