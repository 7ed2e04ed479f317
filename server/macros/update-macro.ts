import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { invalidField } from '#lib/errors.ts'
import { pick } from '#lib/pick.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { checkActions, refuseMissing } from '#rules/check-rule.ts'
import type { MissingPart } from '#shared/rule-parts.ts'
import { macroTaken } from './create-macro.ts'
import { toMacro } from './schema.ts'
import type { Macro, MacroInput } from './schema.ts'
import { getMacro } from './visible-macros.ts'

/**
 * Updates the given fields of a macro. `missing`: those of `findMissingOf`.
 *
 * @throws {AppError} macro_not_found, validation_failed, macro_taken, team_not_found
 */
export async function updateMacro(
  scope: Scope,
  id: string,
  input: MacroInput,
  missing: MissingPart[],
): Promise<Macro> {
  if (input.actions) checkActions(input.actions)
  refuseMissing(missing)
  return transaction(scope, async (tx) => {
    const before = await getMacro(tx, id, 'change')
    if (input.team_id && before.membership_id !== null)
      throw invalidField('team_id', 'cannot be set: the macro is of one member')
    await checkTeams(tx, input.team_id ? [input.team_id] : [])
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const next = { ...pick(before, ['team_id', 'actions']), ...input, name }
    const changes = changedFields(before, next)
    if (Object.keys(changes).length === 0) return toMacro(before)
    const updated_at = tx.clock.now()
    const actions = JSON.stringify(next.actions)
    await updateById(tx, 'macros', before.id, { ...next, actions, updated_at }).catch(
      macroTaken(name),
    )
    if (before.membership_id === null)
      await recordAudit(tx, 'macro.updated', before.id, { name: before.name, changes })
    return toMacro({ ...before, ...next, updated_at })
  })
}

/** Deletes a macro. @throws {AppError} macro_not_found */
export async function deleteMacro(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { name, membership_id: owner } = await getMacro(tx, id, 'change')
    await deleteById(tx, 'macros', id)
    if (owner === null) await recordAudit(tx, 'macro.deleted', id, { name })
  })
}
