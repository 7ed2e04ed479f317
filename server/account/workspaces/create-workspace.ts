import type { Context, Effect } from '#db/context.ts'
import { chooseShard } from '#db/choose-shard.ts'
import { insertInto } from '#db/insert-into.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { UnmatchedPhoneRule } from '#shared/workspaces.ts'

/** A workspace, as the command line prints it. */
type Workspace = {
  id: string
  name: string
  slug: string
  unmatched_phone: UnmatchedPhoneRule
  created_at: Date
}

/** Settings of a new workspace. `slug` is derived from the name by default; `shard` is the one with the least load. */
type CreateWorkspaceInput = {
  name: string
  slug?: string
  unmatchedPhone?: Workspace['unmatched_phone']
  shard?: string
}

/** Writes the first row of a new workspace: its counters. */
export const workspaceEffect: Effect<Record<string, never>> = {
  kind: 'workspace',
  async apply({ db, workspaceId }) {
    await insertInto(db, 'workspace_counters', { workspace_id: workspaceId })
  },
}

/**
 * Creates a workspace.
 *
 * @throws {AppError} slug_taken, validation_failed
 */
export async function createWorkspace(
  context: Context,
  input: CreateWorkspaceInput,
): Promise<Workspace> {
  const slug = input.slug ?? toSlug(input.name)
  if (!slug)
    throw new AppError('validation_failed', 'The workspace name must contain a letter or a digit.')
  const row = {
    id: newId(),
    name: input.name,
    slug,
    unmatched_phone: input.unmatchedPhone ?? ('reject' as const),
    created_at: context.clock.now(),
  }
  const shard = await chooseShard(context, input.shard)
  await directoryTransaction(context, async (tx) => {
    await insertInto(tx.directory, 'workspaces', { ...row, shard })
    await defer({ ...tx, workspaceId: row.id }, workspaceEffect, {})
  }).catch(
    refuseTaken(
      'slug_taken',
      `A workspace with the slug ${slug} already exists. Choose a different name.`,
    ),
  )
  return row
}

/**
 * Derives a slug from a name: lower-case letters and digits separated by single hyphens, at most 60 characters.
 */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
}
