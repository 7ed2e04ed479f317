import type { FastifyRequest } from 'fastify'
import type { Scope } from '#db/context.ts'
import type { ExpandQuery } from '#lib/lists/expand-query.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { requireCallerScope, scopeOf } from './add-authentication.ts'

/**
 * A resource that an answer has in full when a request asks for it. `scope` is what a key needs for it. `idOf` reads its id from
 * the resource that refers to it, `readMany` returns the resources with these ids in the order of the ids.
 */
type Expansion<R> = {
  scope: RouteScope
  idOf: (resource: R) => string | null
  readMany: (scope: Scope, ids: string[]) => Promise<(object | undefined)[]>
}

/** Adds resources to the answers of routes: `check` checks `expand` before the answer is read, `expand` completes a resource or a page. */
export type Expander = {
  check: (request: FastifyRequest) => void
  expand: (request: FastifyRequest, answer: object) => Promise<unknown>
}

/**
 * Creates functions that add the resources which `expand` names to an answer, each as a field of its name, null where there is
 * none. A page needs one more query for each name.
 *
 * @throws {AppError} validation_failed, insufficient_scope
 */
export function createExpander<R extends object>(
  expansions: Record<string, Expansion<R>>,
): Expander {
  const names = Object.keys(expansions)

  async function expandAll(request: FastifyRequest, resources: R[]): Promise<R[]> {
    const { expand } = request.query as ExpandQuery
    const chosen = readChoices(expand, 'expand', names) ?? []
    for (const name of chosen) requireCallerScope(request, expansions[name]!.scope)
    let expanded = resources
    for (const name of chosen) {
      const { idOf, readMany } = expansions[name]!
      const wanted = new Set(resources.map(idOf).filter((id) => id !== null))
      const ids = [...wanted]
      const found = ids.length > 0 ? await readMany(scopeOf(request), ids) : []
      const byId = new Map(ids.map((id, index) => [id, found[index]]))
      expanded = expanded.map((resource, index) => {
        const id = idOf(resources[index]!)
        return { ...resource, [name]: (id === null ? undefined : byId.get(id)) ?? null }
      })
    }
    return expanded
  }

  return {
    check(request: FastifyRequest): void {
      const { expand } = request.query as ExpandQuery
      for (const name of readChoices(expand, 'expand', names) ?? [])
        requireCallerScope(request, expansions[name]!.scope)
    },
    async expand(request: FastifyRequest, answer: object): Promise<unknown> {
      if ('next_cursor' in answer) {
        const { data, next_cursor } = answer as Page<R>
        return { data: await expandAll(request, data), next_cursor }
      }
      const [expanded] = await expandAll(request, [answer as R])
      return expanded
    },
  }
}
