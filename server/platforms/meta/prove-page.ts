import { PROOF_TIMEOUT_MS, readClaimFailure, unproven } from '../ownership.ts'
import type { ClaimedAccount, Ownership } from '../ownership.ts'
import type { Graph } from './graph.ts'
import type { PagePlatform } from './frame.ts'

/** Fields of the page that prove an account. Only pages have a category, so the token of a user is refused. */
const fieldsOf: Readonly<Record<PagePlatform['type'], string>> = {
  messenger: 'id,category',
  instagram: 'id,category,instagram_business_account',
}

/**
 * Asks the platform which page a token belongs to: the token of a page answers `/me` with that page. The account must
 * be the page itself on Messenger, and the professional account that the page is linked to on Instagram.
 *
 * Source: Graph API, "Page", "Access tokens"; Instagram API with Facebook Login, "Get started".
 */
export async function provePage(
  graph: Graph,
  { type }: PagePlatform,
  { account, accessToken }: ClaimedAccount,
): Promise<Ownership> {
  const answer = await graph.get(`/me?fields=${fieldsOf[type]}`, accessToken, PROOF_TIMEOUT_MS)
  if ('failed' in answer) {
    const { failed } = answer
    if (failed.kind !== 'rejected') return readClaimFailure(failed, 'account')
    return unproven('access_token', failed.error.code, 'This is not the access token of a page.')
  }
  const { body: page } = answer
  if (page['category'] === undefined)
    return unproven('access_token', 'no_page', 'This is not the access token of a page.')
  const linked = page['instagram_business_account'] as { id?: unknown } | null | undefined
  const owned = type === 'instagram' ? linked?.id : page['id']
  if (owned === account) return { kind: 'proven' }
  return unproven('account', 'other_account', 'The access token belongs to another account.')
}
