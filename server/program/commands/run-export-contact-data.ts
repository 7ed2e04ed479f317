import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { downloadDataExport } from '#data-exports/download-data-export.ts'
import { getDataExport } from '#data-exports/get-data-export.ts'
import { requestDataExport } from '#data-exports/request-data-export.ts'
import { runDataExport } from '#data-exports/run-data-export.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { errorFields } from '#lib/errors.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/**
 * Runs `contacts export-data`: exports all data of a contact into a file that only its owner can read. The file has its
 * name only once it is complete.
 */
export async function runExportContactData(options: {
  workspace: string
  id: string
  output: string
}): Promise<Result> {
  const done = await withWorkspace(options.workspace, async (scope) => {
    const storage = createMediaStorage(scope.config)
    const { id } = await requestDataExport(scope, options.id)
    await runDataExport(scope, id, { storage })
    const { content } = await downloadDataExport(scope, id, storage)
    const part = `${options.output}.part`
    try {
      await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
      await rename(part, options.output)
    } catch (err) {
      // The file of another export that is just being written.
      if (errorFields(err).code === 'EEXIST')
        throw new Error(`The file ${part} exists. Remove it and repeat the command.`, {
          cause: err,
        })
      await rm(part, { force: true })
      throw err
    }
    return getDataExport(scope, id)
  })
  return {
    json: { export: done, output: options.output },
    lines: [
      `The contact's data was exported to ${options.output}.`,
      ...toTable({ export: done.id, contact: done.contact_id, ...done.counts }),
    ],
  }
}
