import { adviseError } from '../advise-error.ts'
import { failedCheck, passedCheck, waitingCheck } from '../channel-check.ts'
import type { ChannelCheck, CheckStep, FoundNumber } from '../channel-check.ts'
import type { Graph } from '../meta/graph.ts'
import type { AccountChecks, CheckedAccount } from '../platform-client.ts'
import type { SendError } from '../send-outcome.ts'
import { errors } from './errors.ts'
import { listsNumber } from './lists-number.ts'

/**
 * Checks the token, the number and the subscription of an account with the platform. Changes nothing.
 *
 * Source: Cloud API, "Phone numbers", "Subscribed apps".
 */
export async function checkAccount(graph: Graph, account: CheckedAccount): Promise<AccountChecks> {
  const asked = await askNumber(graph, account)
  return {
    number: asked.number,
    checks: [
      asked.token,
      await checkNumber(graph, account, asked),
      await checkSubscription(graph, account, asked.token),
    ],
  }
}

async function askNumber(
  graph: Graph,
  { account, accessToken }: CheckedAccount,
): Promise<{ token: ChannelCheck; number: FoundNumber | null; isRegistered: boolean }> {
  const nothing = { number: null, isRegistered: false }
  if (accessToken === undefined) {
    const error = { code: 'no_access_token', message: 'The channel has no access token.' }
    return { ...nothing, token: failed('token', error) }
  }
  const fields = 'display_phone_number,verified_name,code_verification_status,platform_type'
  const answer = await graph.get(`/${account}?fields=${fields}`, accessToken)
  if ('failed' in answer) return { ...nothing, token: failed('token', answer.failed.error) }
  const { body } = answer
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : null)
  return {
    token: passedCheck('token'),
    number: { display_phone: text('display_phone_number'), verified_name: text('verified_name') },
    isRegistered: text('platform_type') !== 'NOT_APPLICABLE',
  }
}

async function checkNumber(
  graph: Graph,
  { account, businessAccount, accessToken }: CheckedAccount,
  asked: Awaited<ReturnType<typeof askNumber>>,
): Promise<ChannelCheck> {
  if (asked.token.status !== 'passed') return waitingCheck('number', 'token_first')
  if (asked.number?.display_phone === null)
    return failed('number', {
      code: 'no_number',
      message: 'This id exists on the platform but does not belong to a phone number.',
    })
  if (businessAccount !== null) {
    const claim = { account, businessAccount, accessToken: accessToken! }
    const listed = await listsNumber(graph, claim)
    if ('failed' in listed) return failed('number', listed.failed.error)
    if (!listed.isListed)
      return failed('number', {
        code: 'other_business_account',
        message: `The number does not belong to the business account ${businessAccount}.`,
      })
  }
  if (!asked.isRegistered)
    return failed('number', {
      code: '133010',
      message: 'The number is not registered for the Cloud API.',
    })
  return passedCheck('number')
}

async function checkSubscription(
  graph: Graph,
  { businessAccount, accessToken }: CheckedAccount,
  token: ChannelCheck,
): Promise<ChannelCheck> {
  if (token.status !== 'passed') return waitingCheck('subscription', 'token_first')
  if (businessAccount === null) return waitingCheck('subscription', 'business_account_unknown')
  const answer = await graph.get(`/${businessAccount}/subscribed_apps`, accessToken!)
  if ('failed' in answer) return failed('subscription', answer.failed.error)
  const { data } = answer.body
  if (Array.isArray(data) && data.length > 0) return passedCheck('subscription')
  return failed('subscription', {
    code: 'not_subscribed',
    message: 'No app is subscribed to the business account, so its messages are not delivered.',
  })
}

function failed(step: CheckStep, error: SendError): ChannelCheck {
  const isPlatforms = errors.classify(error.code) !== undefined
  return failedCheck(
    step,
    error,
    isPlatforms ? adviseError(errors, error.code, { isFinal: true }) : null,
  )
}
