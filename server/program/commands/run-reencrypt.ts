import { checkSecretKey } from '../start/check-secret-key.ts'
import type { Result } from './print-result.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'
import { withContext } from './with-context.ts'

/** The unreadable secrets that are printed one by one. */
const UNREADABLE_SHOWN = 20

/**
 * Runs `secrets reencrypt`: encrypts all stored secrets with `SECRET_KEY`, while Parley runs. Afterwards the other keys
 * are no longer needed. Secrets that cannot be decrypted stay as they are and set `failure`; with `acceptLoss`, their
 * keys are forgotten.
 */
export async function runReencrypt(options: {
  acceptLoss?: true
}): Promise<Result & { failure?: string }> {
  const acceptLoss = options.acceptLoss ?? false
  const { count, unreadable } = await withContext(
    async (context) => {
      if (!acceptLoss) await checkSecretKey(context)
      return reencryptSecrets(context, { acceptLoss })
    },
    { anySecretKey: true },
  )
  const isDone = unreadable.length === 0 || acceptLoss
  return {
    json: { reencrypted: count, unreadable, done: isDone },
    lines: [
      `${count} secrets were encrypted with SECRET_KEY.`,
      ...(isDone ? ['SECRET_KEY_PREVIOUS is no longer needed.'] : []),
      ...unreadable
        .slice(0, UNREADABLE_SHOWN)
        .map(
          (each) =>
            `Cannot be decrypted: ${each.table} ${each.id}${each.workspace_id === null ? '' : ` (workspace ${each.workspace_id})`}`,
        ),
    ],
    ...(!isDone && {
      failure: `${unreadable.length} secrets cannot be decrypted. Add their key to SECRET_KEY_PREVIOUS. If it is lost, run "secrets reencrypt --accept-loss" and set these secrets again.`,
    }),
  }
}
