import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { invalidField } from '#lib/errors.ts'
import { foldWord } from '#shared/opt-outs.ts'
import { getOptOutSettings } from './get-opt-out-settings.ts'
import type { OptOutSettings, UpdateOptOutBody } from './schema.ts'

/**
 * Replaces the words with which customers opt out. @throws {AppError} validation_failed (a word without letters, a word
 * that opts out and in, a language twice)
 */
export async function updateOptOutSettings(
  scope: Scope,
  { languages, sends_replies }: UpdateOptOutBody,
): Promise<OptOutSettings> {
  checkWords(languages)
  return transaction(scope, async (tx) => {
    const before = await getOptOutSettings(tx)
    const now = tx.clock.now()
    const values = { languages: JSON.stringify(languages), sends_replies, updated_at: now }
    await tx.db
      .insertInto('opt_out_settings')
      .values({ workspace_id: tx.workspaceId, ...values })
      .onConflict((oc) => oc.column('workspace_id').doUpdateSet(values))
      .execute()
    const after = await getOptOutSettings(tx)
    const wordsOf = (settings: OptOutSettings) =>
      settings.languages.flatMap(({ stop, start }) => [...stop, ...start]).join(', ')
    const changes = Object.fromEntries(
      [
        ['opt_out_words', wordsOf(before), wordsOf(after)],
        ['sends_replies', before.sends_replies, after.sends_replies],
      ]
        .filter(([, from, to]) => from !== to)
        .map(([name, from, to]) => [name, { from, to }]),
    )
    await recordAudit(tx, 'opt_out_settings.updated', tx.workspaceId, { changes })
    return after
  })
}

function checkWords(languages: UpdateOptOutBody['languages']): void {
  const stops = new Set(languages.flatMap(({ stop }) => stop.map(foldWord)))
  const codes = new Set<string>()
  for (const [index, { language, stop, start }] of languages.entries()) {
    const refuse = (field: string, message: string) =>
      invalidField(`languages.${index}.${field}`, message)
    if (codes.has(language)) throw refuse('language', 'is there twice')
    codes.add(language)
    for (const [name, words] of Object.entries({ stop, start }))
      for (const word of words)
        if (foldWord(word) === '') throw refuse(name, 'must contain words with letters or digits')
    const both = start.find((word) => stops.has(foldWord(word)))
    if (both !== undefined) throw refuse('start', `must not contain "${both}", which opts out`)
  }
}
