import { readTrimmed } from '#lib/read-trimmed.ts'
import type { Scope } from '#context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defined } from '#lib/defined.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { isCountry } from '#lib/phone.ts'
import { hasPasskey } from '../passkeys/has-passkey.ts'
import { hasSecondFactor } from '../second-factor/has-second-factor.ts'
import type { UpdateWorkspaceBody, WorkspaceSettings } from './schema.ts'
import { writeSettings } from './write-settings.ts'

/**
 * Updates the settings of the scope's workspace. Omitted settings are not changed.
 *
 * @throws {AppError} validation_failed, second_factor_off (an admin without one requires it)
 */
export async function updateWorkspace(
  scope: Scope,
  input: UpdateWorkspaceBody,
): Promise<WorkspaceSettings> {
  const name = input.name === undefined ? undefined : readTrimmed('name', input.name)
  const country = input.default_country?.toUpperCase()
  if (country !== undefined && !isCountry(country))
    throw fieldError(
      'validation_failed',
      'default_country',
      'must be a country code, such as IN or GB',
    )
  const changes = defined({ ...input, name, default_country: country })
  return directoryTransaction(scope, (tx) =>
    writeSettings(tx, changes, async (changed) => {
      if (changes.require_second_factor && changed['require_second_factor'])
        await checkOwnFactor(tx)
    }),
  )
}

/** Checks that the admin would not be refused by their own change. @throws {AppError} second_factor_off */
async function checkOwnFactor(tx: Scope): Promise<void> {
  const member = await tx.directory
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', tx.actor.id)
    .executeTakeFirst()
  const userId = member?.user_id
  const isOn =
    userId !== undefined && ((await hasSecondFactor(tx, userId)) || (await hasPasskey(tx, userId)))
  if (!isOn)
    throw new AppError(
      'second_factor_off',
      'Turn on your own second factor or add a passkey first.',
    )
}
