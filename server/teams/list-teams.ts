import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { selectTeams } from './get-team.ts'
import type { Team } from './schema.ts'

/** Returns one page of teams, the newest first. @throws {AppError} invalid_cursor */
export async function listTeams(scope: Scope, input: PageInput): Promise<Page<Team>> {
  return listPage(selectTeams(scope), NEWEST, input, (team) => team)
}
