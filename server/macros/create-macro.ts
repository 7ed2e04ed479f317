import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import { readOwner } from '#conversations/owned-by-actor.ts'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { checkActions, refuseMissing } from '#rules/check-rule.ts'
import { findMissing } from '#rules/find-missing.ts'
import type { MissingPart } from '#shared/rule-parts.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { toMacro } from './schema.ts'
import type { CreateMacroBody, Macro, MacroInput } from './schema.ts'

/**
 * Creates a macro. `missing`: those of `findMissingOf`; needed inside a transaction.
 *
 * @throws {AppError} validation_failed, macro_taken, quota_exceeded, team_not_found
 */
export async function createMacro(
  scope: Scope,
  input: Static<typeof CreateMacroBody>,
  missing: MissingPart[],
): Promise<Macro> {
  const name = readTrimmed('name', input.name)
  const owner = readOwner(scope.actor, input)
  checkActions(input.actions)
  refuseMissing(missing)
  return transaction(scope, async (tx) => {
    await checkTeams(tx, owner.team_id === null ? [] : [owner.team_id])
    const count = await countRows(selectFrom(tx, 'macros'))
    if (count >= RULES_MAX.macros)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${RULES_MAX.macros} macros. Delete some first.`,
      )
    const now = tx.clock.now()
    const row = await insertRow(tx, 'macros', {
      id: newId(),
      name,
      ...owner,
      actions: JSON.stringify(input.actions),
      created_at: now,
      updated_at: now,
    }).catch(macroTaken(name))
    if (owner.membership_id === null) await recordAudit(tx, 'macro.created', row.id, { name })
    return toMacro(row)
  })
}

/** Finds what the given actions name and does not exist, before the transaction that writes them. */
export async function findMissingOf(
  scope: Scope,
  { actions = [] }: MacroInput,
): Promise<MissingPart[]> {
  const [missing = []] = await findMissing(scope, [{ actions }])
  return missing
}

/** Returns a handler of errors that throws macro_taken for the violation of a unique name. */
export function macroTaken(name: string) {
  return refuseTaken('macro_taken', `A macro named ${name} already exists.`)
}
