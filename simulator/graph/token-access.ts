import type { SimulatorState } from '../state.ts'
import { unknownObject } from './errors.ts'
import { findMedia } from './media.ts'

/**
 * Refuses an object that a token has no access to, as the platform does. A token `sim_waba_<id>` has access to that
 * business account and its numbers only; every other token to everything.
 */
export function checkAccess(
  state: SimulatorState,
  token: string,
  { method, id }: { method: string; id: string },
): void {
  const only = /^sim_waba_(\d+)/.exec(token)?.[1]
  if (only === undefined || id === only || state.numbers.get(id)?.wabaId === only) return
  if (findMedia(state, id) || state.templates.get(id)) return
  throw unknownObject(method, id)
}

/** Page as `GET /me` shows it. */
interface Page {
  id: string
  name: string
  category: string
  instagram_business_account?: { id: string }
}

/**
 * Returns the page that a token belongs to: `sim_page_<id>` is the token of that page, `sim_instagram_<id>` the token
 * of a page that is linked to that Instagram account. Undefined for any other token.
 */
export function findPage(token: string): Page | undefined {
  const [, kind, id] = /^sim_(page|instagram)_(\d+)/.exec(token) ?? []
  if (id === undefined) return undefined
  const name = `Test Page ${id.slice(-4)}`
  if (kind === 'page') return { id, name, category: 'Shopping & retail' }
  return {
    id: `1${id}`,
    name,
    category: 'Shopping & retail',
    instagram_business_account: { id },
  }
}
