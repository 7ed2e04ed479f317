import { auditOwnership } from '#channels/audit-ownership.ts'
import type { CheckedOwnership } from '#channels/audit-ownership.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

const texts: Readonly<Record<CheckedOwnership['ownership'], string>> = {
  proven: 'The platform confirms the owner.',
  unproven: 'The platform does not confirm the owner.',
  unknown: 'The platform did not respond.',
  no_access_token: 'Without an access token, nothing proves the owner.',
}

/** Runs `channels check`: asks the platforms about the owner of every connected channel. */
export async function runCheckChannels(): Promise<Result> {
  const channels = await withContext(auditOwnership)
  return {
    json: { channels },
    lines: channels.length === 0 ? ['No channel is connected.'] : channels.map(toLine),
  }
}

function toLine({ workspace, type, account, ownership, message }: CheckedOwnership): string {
  const text = message === null ? texts[ownership] : `${texts[ownership]} ${message}`
  return `${workspace}  ${type}  ${account}  ${text}`
}
