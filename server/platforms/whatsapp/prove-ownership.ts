import type { Graph } from '../meta/graph.ts'
import { PROOF_TIMEOUT_MS, readClaimFailure, unproven } from '../ownership.ts'
import type { ClaimedAccount, Ownership } from '../ownership.ts'
import { listsNumber } from './lists-number.ts'

/**
 * Asks the platform whether a token has access to a number, and whether the claimed business account lists that number.
 * The platform shows a number only to a token with permission on its business account.
 *
 * Source: Cloud API, "Phone numbers", "Permissions".
 */
export async function proveOwnership(graph: Graph, claim: ClaimedAccount): Promise<Ownership> {
  const { account, businessAccount, accessToken } = claim
  const path = `/${account}?fields=id,display_phone_number`
  const answer = await graph.get(path, accessToken, PROOF_TIMEOUT_MS)
  if ('failed' in answer) return readClaimFailure(answer.failed, 'account')
  const { id, display_phone_number: phone } = answer.body
  if (id !== account || typeof phone !== 'string')
    return unproven('account', 'no_number', 'This id does not belong to a phone number.')
  if (businessAccount === null) return { kind: 'proven' }
  const listed = await listsNumber(
    graph,
    { account, businessAccount, accessToken },
    PROOF_TIMEOUT_MS,
  )
  if ('failed' in listed) return readClaimFailure(listed.failed, 'business_account')
  if (listed.isListed) return { kind: 'proven' }
  return unproven(
    'business_account',
    'other_business_account',
    `The number does not belong to the business account ${businessAccount}.`,
  )
}
