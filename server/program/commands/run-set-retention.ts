import { previewRetention } from '#account/workspaces/preview-retention.ts'
import { updateRetention } from '#account/workspaces/update-retention.ts'
import { AUDIT_RETENTION_DAYS, MESSAGE_RETENTION_DAYS } from '#shared/workspaces.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/**
 * Runs `workspaces retention`: sets how long a workspace keeps messages and its audit log, or with `preview` only counts
 * what would be deleted.
 */
export async function runSetRetention(options: {
  workspace: string
  messages?: string
  audit?: string
  preview?: boolean
}): Promise<Result> {
  const messages = readDays('--messages', options.messages, MESSAGE_RETENTION_DAYS)
  const audit = readDays('--audit', options.audit, AUDIT_RETENTION_DAYS)
  return withWorkspace(options.workspace, async (scope) => {
    if (options.preview) {
      const preview = await previewRetention(scope, {
        ...(messages && { message_retention_days: messages }),
        ...(audit && { audit_retention_days: audit }),
      })
      return { json: { preview }, lines: ['This would be deleted:', ...toTable(preview)] }
    }
    const workspace = await updateRetention(scope, {
      ...(messages !== undefined && { message_retention_days: messages }),
      ...(audit !== undefined && { audit_retention_days: audit }),
    })
    const { message_retention_days, audit_retention_days } = workspace
    return {
      json: { workspace },
      lines: [
        'The workspace keeps (days, - is forever):',
        ...toTable({ messages: message_retention_days, audit_log: audit_retention_days }),
      ],
    }
  })
}

function readDays(
  option: string,
  text: string | undefined,
  { min, max }: { min: number; max: number },
): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'forever') return null
  const days = Number(text)
  if (Number.isInteger(days) && days >= min && days <= max) return days
  throw new Error(`${option} must be "forever" or a number of days from ${min} to ${max}.`)
}
