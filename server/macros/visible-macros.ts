import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Macros } from '#db/tables/rules.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the macros that the scope's actor has: a member those of all, of their teams and their own, a key all but those of members. */
export function visibleMacros(scope: Scope) {
  const { actor } = scope
  const all = selectFrom(scope, 'macros')
  if (actor.type !== 'member') return all.where('membership_id', 'is', null)
  const teams = selectFrom(scope, 'team_members')
    .select('team_id')
    .where('membership_id', '=', actor.id)
  return all
    .where((eb) => eb.or([eb('membership_id', 'is', null), eb('membership_id', '=', actor.id)]))
    .where((eb) => eb.or([eb('team_id', 'is', null), eb('team_id', 'in', teams)]))
}

/** Returns a macro that the scope's actor has. @throws {AppError} macro_not_found */
export async function getMacro(
  scope: Scope,
  id: string,
  lock?: 'change',
): Promise<Selectable<Macros>> {
  const query = visibleMacros(scope).selectAll().where('id', '=', id)
  const row = isUuid(id)
    ? await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
    : undefined
  if (!row) throw notFound('macros', id)
  return row
}
