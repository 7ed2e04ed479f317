import { listApiKeys } from '#account/keys/list-api-keys.ts'
import { listChannels } from '#channels/list-channels.ts'
import type { Context, Scope } from '#db/context.ts'
import { listForms } from '#inbound/forms/developer/list-forms.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { listMembers } from '#members/list-members.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { toColumns } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext, withWorkspace } from './with-context.ts'

/** Runs the commands `list`: each prints all that there is of a kind, in a workspace or in all. */
export const LISTS = {
  keys: inWorkspace('api_keys', listApiKeys, [
    'id',
    'name',
    'scopes',
    'last_used_at',
    'revoked_at',
  ]),
  users: inWorkspace('members', listMembers, ['id', 'email', 'name', 'role', 'removed_at']),
  channels: inWorkspace('channels', listChannels, [
    'id',
    'type',
    'name',
    'account',
    'disconnected_at',
  ]),
  forms: inWorkspace('forms', listForms, ['id', 'name', 'provider', 'created_at']),
  workspaces: async (): Promise<Result> =>
    toResult('workspaces', await withContext(readWorkspaces), ['id', 'slug', 'name', 'created_at']),
}

function inWorkspace<T extends object>(
  name: string,
  list: (scope: Scope, input: PageInput) => Promise<Page<T>>,
  columns: readonly (keyof T & string)[],
) {
  return async (options: { workspace: string }): Promise<Result> => {
    const rows = await withWorkspace(options.workspace, (scope) => readPages(scope, list))
    return toResult(name, rows, columns)
  }
}

async function readPages<T>(
  scope: Scope,
  list: (scope: Scope, input: PageInput) => Promise<Page<T>>,
): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | null | undefined
  do {
    const page = await list(scope, { limit: PAGE_SIZE.max, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.next_cursor
  } while (cursor)
  return rows
}

function readWorkspaces(context: Context) {
  return context.directory
    .selectFrom('workspaces')
    .select(['id', 'slug', 'name', 'created_at'])
    .orderBy('slug')
    .execute()
}

function toResult<T extends object>(
  name: string,
  rows: T[],
  columns: readonly (keyof T & string)[],
): Result {
  return { json: { [name]: rows }, lines: toColumns(rows, columns) }
}
