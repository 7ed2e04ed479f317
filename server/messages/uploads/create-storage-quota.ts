import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

const MIB = 1024 * 1024

/** How long a sum is used, because a workspace can have very many files. */
const SUM_MS = 60_000

/** The bytes that the files of a workspace have: those of anonymous visitors of its web chats, and all others. */
type Used = { visitors: number; others: number }

/**
 * Checks that a workspace can store another `bytes`, and counts them; `isOfVisitor` says that an anonymous visitor sends them.
 * Returns how much of the visitors' share is used then, from 0 to 1.
 *
 * @throws {AppError} quota_exceeded
 */
type StorageQuota = (scope: Scope, bytes: number, isOfVisitor?: boolean) => Promise<number>

/**
 * Creates the storage quota of workspaces. Files of received messages and pictures of members count too, but only uploads are refused, because a
 * received file must not be lost, and a picture is small and replaces another one. Anonymous visitors have a share of it. What they send is not counted against members, so
 * nobody outside can make their uploads fail. Several processes can exceed the quota by what they accept within a minute.
 */
export function createStorageQuota(): StorageQuota {
  const sums = new Map<string, Used & { until: number }>()
  return async (scope, bytes, isOfVisitor = false) => {
    const now = performance.now()
    let sum = sums.get(scope.workspaceId)
    if (!sum || sum.until < now) {
      sum = { ...(await readUsed(scope)), until: now + SUM_MS }
      sums.set(scope.workspaceId, sum)
    }
    const { quotas, visitors } = scope.config
    const max = quotas.storageMib * MIB
    const share = (max * visitors.storagePercent) / 100
    if (isOfVisitor && (sum.visitors + bytes > share || sum.visitors + sum.others + bytes > max))
      throw new AppError('quota_exceeded', 'This chat cannot take more files at the moment.')
    if (!isOfVisitor && sum.others + bytes > max)
      throw new AppError(
        'quota_exceeded',
        `The workspace can store ${quotas.storageMib} MiB of files, and this upload exceeds it. Ask the operator of this server for more.`,
      )
    sum[isOfVisitor ? 'visitors' : 'others'] += bytes
    return sum.visitors / share
  }
}

async function readUsed(scope: Scope): Promise<Used> {
  const { rows } = await sql<Record<keyof Used, string>>`
    select (
      (select coalesce(sum(size_bytes), 0) from media_uploads
        where workspace_id = ${scope.workspaceId} and of_visitor)
      + (select coalesce(sum(size_bytes), 0) from media_files
        where workspace_id = ${scope.workspaceId} and of_visitor)
    )::text as visitors, (
      (select coalesce(sum(size_bytes), 0) from media_uploads
        where workspace_id = ${scope.workspaceId} and not of_visitor)
      + (select coalesce(sum(size_bytes), 0) from media_files
        where workspace_id = ${scope.workspaceId} and status = 'stored' and not of_visitor)
    )::text as others`.execute(scope.db)
  const pictures = await scope.directory
    .selectFrom('pictures')
    .select((table) => table.fn.sum<string | null>('size_bytes').as('bytes'))
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst()
  return {
    visitors: Number(rows[0]!.visitors),
    others: Number(rows[0]!.others) + Number(pictures?.bytes ?? 0),
  }
}

/** Returns the size of a request's body, in bytes; null if it is sent in chunks, and known at its end. */
export function sizeOfBody({ headers }: { headers: IncomingHttpHeaders }): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}
