import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { invalidField } from '#lib/errors.ts'
import { getCsatSettings } from './get-csat-settings.ts'
import { isRatingTemplate } from '#shared/is-rating-template.ts'
import type { CsatSettings, CsatSettingsInput } from './schema.ts'

/**
 * Updates how the workspace asks its customers for ratings. Rounds that were closed before it was switched on are not asked about.
 *
 * @throws {AppError} team_not_found, validation_failed (a language twice, or a template that cannot ask)
 */
export async function updateCsatSettings(
  scope: Scope,
  input: CsatSettingsInput,
): Promise<CsatSettings> {
  return transaction(scope, async (tx) => {
    const before = await getCsatSettings(tx)
    const after = { ...before, ...input }
    checkLanguages(after)
    if (input.off_team_ids) {
      after.off_team_ids = [...new Set(input.off_team_ids.map((id) => id.toLowerCase()))]
      await checkTeams(tx, after.off_team_ids)
    }
    if (after.template !== null && (input.template !== undefined || input.scale !== undefined))
      await checkTemplate(tx, after.template, after.scale)
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    const values = { ...after, texts: JSON.stringify(after.texts), updated_at: tx.clock.now() }
    await tx.db
      .insertInto('csat_settings')
      .values({ workspace_id: tx.workspaceId, ...values })
      .onConflict((oc) => oc.column('workspace_id').doUpdateSet(values))
      .execute()
    const { texts, ...others } = changes
    const languages = ({ texts: all }: CsatSettings) =>
      all.map(({ language }) => language).join(', ')
    await recordAudit(tx, 'csat_settings.updated', tx.workspaceId, {
      changes: {
        ...others,
        ...(texts && { csat_texts: { from: languages(before), to: languages(after) } }),
      },
    })
    if (before.is_on !== after.is_on) {
      // The worker locks it before the counters of the workspace, too.
      await lockFollower(tx, 'csat')
      await switchFollower(tx, 'csat', after.is_on)
      if (!after.is_on) await dropDue(tx)
    }
    return after
  })
}

/** Drops what is due, so that nobody is asked or thanked about it when the questions are switched on again. */
async function dropDue(tx: Scope): Promise<void> {
  await updateTable(tx, 'csat_requests')
    .set({ state: 'dropped', due_at: null })
    .where('state', '=', 'due')
    .execute()
  await updateTable(tx, 'csat_requests')
    .set({ due_at: null })
    .where('due_at', 'is not', null)
    .execute()
}

function checkLanguages({ texts }: CsatSettings): void {
  const seen = new Set<string>()
  for (const [index, { language }] of texts.entries()) {
    if (seen.has(language)) throw invalidField(`texts.${index}.language`, 'is there twice')
    seen.add(language)
  }
}

async function checkTemplate(tx: Scope, name: string, scale: number): Promise<void> {
  const rows = await selectFrom(tx, 'templates')
    .select(['components'])
    .where('name', '=', name)
    .where('status', 'in', ['APPROVED', 'FLAGGED'])
    .execute()
  if (!rows.some(({ components }) => isRatingTemplate(components, scale)))
    throw invalidField(
      'template',
      `must be an approved template without variables and with ${scale} quick-reply buttons`,
    )
}
