import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'

const MIB = 1024 * 1024

/** How long a sum is used, because a workspace can have very many files. */
const SUM_MS = 60_000

/**
 * Creates a function that checks that a workspace can store another `bytes`, and counts them. Files of received messages
 * count too, but only uploads are refused, because a received file must not be lost. Several processes can exceed the
 * quota by what they accept within a minute.
 *
 * @throws {AppError} quota_exceeded
 */
export function createStorageQuota(): (scope: Scope, bytes: number) => Promise<void> {
  const sums = new Map<string, { used: number; until: number }>()
  return async (scope, bytes) => {
    const now = performance.now()
    let sum = sums.get(scope.workspaceId)
    if (!sum || sum.until < now) {
      sum = { used: await readUsed(scope), until: now + SUM_MS }
      sums.set(scope.workspaceId, sum)
    }
    const max = scope.config.quotas.storageMib
    if (sum.used + bytes > max * MIB)
      throw new AppError(
        'quota_exceeded',
        `The workspace can store ${max} MiB of files, and this upload exceeds it. Ask the operator of this server for more.`,
      )
    sum.used += bytes
  }
}

async function readUsed(scope: Scope): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select (
      (select coalesce(sum(size_bytes), 0) from media_uploads
        where workspace_id = ${scope.workspaceId})
      + (select coalesce(sum(size_bytes), 0) from media_files
        where workspace_id = ${scope.workspaceId} and status = 'stored')
    )::text as used`.execute(scope.db)
  return Number(rows[0]!.used)
}

/** Returns the size of a request's body, in bytes; null if it is sent in chunks, and known at its end. */
export function sizeOfBody({ headers }: { headers: IncomingHttpHeaders }): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}
