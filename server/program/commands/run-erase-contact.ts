import { eraseContact } from '#erasures/erase-contact.ts'
import { getErasure } from '#erasures/get-erasure.ts'
import { runErasure } from '#erasures/run-erasure.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/** Runs `contacts erase`: erases a contact to the end and prints the certificate. */
export async function runEraseContact(options: { workspace: string; id: string }): Promise<Result> {
  const erasure = await withWorkspace(options.workspace, async (scope) => {
    const { id } = await eraseContact(scope, options.id)
    await runErasure(scope, id, { storage: createMediaStorage(scope.config) })
    return getErasure(scope, id)
  })
  return {
    json: { erasure },
    lines: [
      erasure.status === 'completed'
        ? 'The contact was erased.'
        : 'The contact is erased by a worker, as soon as payloads that name it are processed.',
      ...toTable({ erasure: erasure.id, contact: erasure.contact_id, ...erasure.removed }),
    ],
  }
}
