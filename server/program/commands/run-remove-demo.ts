import { createInterface } from 'node:readline/promises'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { deleteWorkspace } from '#moves/delete-workspace.ts'
import { findDemoToRemove } from '../demo/find-demo-to-remove.ts'
import { DEMO_SLUG } from '../demo/find-demo.ts'
import { StartError } from '../start/start-error.ts'
import { removeWhatsappSecrets } from '../start/with-secret-key.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/**
 * Runs `demo remove`: deletes the demo workspace, its users and the secrets that it shares with the simulator. Asks first, unless
 * `yes`.
 *
 * @throws {StartError} there is no demo, it has something that is not the demo's, or the answer is no
 */
export async function runRemoveDemo(options: { yes?: true }): Promise<Result> {
  return withContext(async (context) => {
    const demo = await findDemoToRemove(context)
    if (!demo) throw new StartError('There is no demo workspace.')
    const { workspace, userIds, others } = demo
    if (others.length > 0)
      throw new StartError(
        `The workspace "${workspace.name}" has more than the demo: ${others.join(', ')}. Nothing was removed. Remove these members and disconnect these accounts first, or keep the workspace.`,
      )
    if (!options.yes) await confirm(workspace.name)
    const storage = createMediaStorage(context.config)
    await deleteWorkspace(context, workspace, { storage, userIds })
    removeWhatsappSecrets(context.config)
    return {
      json: { removed: { workspace_id: workspace.id, users: userIds.length } },
      lines: [
        'The demo was removed. Restart Parley if it is running: its simulator runs until then.',
        ...(context.config.demo ? ['Unset DEMO first, which would create the demo again.'] : []),
      ],
    }
  })
}

/** Asks on the terminal to type the slug of the demo. @throws {StartError} */
async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartError('This deletes the demo workspace for good. Confirm with --yes.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(
    `This deletes the workspace "${name}" with its contacts, conversations, keys, users and files for good. Type ${DEMO_SLUG} to go on: `,
  )
  lines.close()
  if (answer.trim() !== DEMO_SLUG) throw new StartError('Nothing was removed.')
}
