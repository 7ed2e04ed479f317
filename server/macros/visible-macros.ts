import type { Selectable } from 'kysely'
import { ownedByActor } from '#conversations/owned-by-actor.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Macros } from '#db/tables/rules.ts'
import { isUuid } from '#lib/ids.ts'

/** Selects the macros that the scope's actor has. */
export function visibleMacros(scope: Scope) {
  return selectFrom(scope, 'macros').where(ownedByActor(scope))
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
