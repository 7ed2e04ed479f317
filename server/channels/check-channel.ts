import type { Context } from '#context.ts'
import { toFailedOutcome } from './cloud-api.ts'
import type { SendError } from './cloud-api.ts'
import { adviseCloudError } from './cloud-api-errors.ts'
import type { Graph, GraphAnswer } from './graph.ts'
import type { ChannelCheck } from './check-schema.ts'

/** What is checked: a channel, or one to be. */
export type CheckedChannel = {
  type: 'whatsapp' | 'messenger' | 'instagram'
  account: string
  businessAccount: string | null
  accessToken: string | undefined
  lastInboundAt: Date | null
}

/** What the platform says of a number. */
export type FoundNumber = { display_phone: string | null; verified_name: string | null }

/** The checks of a channel, in the order in which one connects it. */
export type CheckedResult = { checks: ChannelCheck[]; number: FoundNumber | null }

/**
 * Checks each step of connecting a channel with the platform itself: this server's own settings, the token, the
 * number, the subscription, and whether anything came in. It changes nothing.
 *
 * Source: Cloud API, "Phone numbers", "Subscribed apps".
 */
export async function checkChannel(
  context: Pick<Context, 'config'>,
  graph: Graph,
  channel: CheckedChannel,
): Promise<CheckedResult> {
  const checks = [checkServer(context)]
  let number: FoundNumber | null = null
  if (channel.type === 'whatsapp') {
    const asked = await askNumber(graph, channel)
    number = asked.number
    checks.push(asked.token, await checkNumber(graph, channel, asked))
    checks.push(await checkSubscription(graph, channel, asked.token))
  }
  checks.push(
    channel.lastInboundAt
      ? { step: 'first_message', status: 'passed', code: null, message: null, advice: null }
      : waiting('first_message', 'nothing_received'),
  )
  return { checks, number }
}

function checkServer({ config }: Pick<Context, 'config'>): ChannelCheck {
  const { appSecret, verifyToken } = config.whatsapp
  if (!appSecret)
    return failed('server', {
      code: 'app_secret_missing',
      message: 'WHATSAPP_APP_SECRET is not set on this server: what comes in cannot be verified.',
    })
  if (!verifyToken)
    return failed('server', {
      code: 'verify_token_missing',
      message: 'WHATSAPP_VERIFY_TOKEN is not set: the platform cannot verify the callback URL.',
    })
  return passed('server')
}

async function askNumber(
  graph: Graph,
  { account, accessToken }: CheckedChannel,
): Promise<{ token: ChannelCheck; number: FoundNumber | null; isRegistered: boolean }> {
  const nothing = { number: null, isRegistered: false }
  if (accessToken === undefined) {
    const error = { code: 'no_access_token', message: 'The channel has no access token.' }
    return { ...nothing, token: failed('token', error) }
  }
  const fields = 'display_phone_number,verified_name,code_verification_status,platform_type'
  const answer = await graph.ask({
    method: 'GET',
    path: `/${account}?fields=${fields}`,
    accessToken,
  })
  const error = readError(answer)
  if (error) return { ...nothing, token: failed('token', error) }
  const { body } = answer as GraphAnswer
  const text = (key: string) => (typeof body?.[key] === 'string' ? body[key] : null)
  return {
    token: passed('token'),
    number: { display_phone: text('display_phone_number'), verified_name: text('verified_name') },
    isRegistered: text('platform_type') !== 'NOT_APPLICABLE',
  }
}

async function checkNumber(
  graph: Graph,
  { account, businessAccount, accessToken }: CheckedChannel,
  asked: Awaited<ReturnType<typeof askNumber>>,
): Promise<ChannelCheck> {
  if (asked.token.status !== 'passed') return waiting('number', 'token_first')
  if (asked.number?.display_phone === null)
    return failed('number', {
      code: 'no_number',
      message: 'The platform knows this id, but it is not that of a phone number.',
    })
  if (
    businessAccount !== null &&
    !(await ownsNumber(graph, businessAccount, account, accessToken!))
  )
    return failed('number', {
      code: 'other_business_account',
      message: `The number does not belong to the business account ${businessAccount}.`,
    })
  if (!asked.isRegistered)
    return failed('number', {
      code: '133010',
      message: 'The number is not registered for the Cloud API.',
    })
  return passed('number')
}

/** Whether a business account has a number; also when the platform does not say, as tokens may see no more than one. */
async function ownsNumber(
  graph: Graph,
  businessAccount: string,
  account: string,
  accessToken: string,
): Promise<boolean> {
  const path = `/${businessAccount}/phone_numbers?fields=id&limit=1000`
  const answer = await graph.ask({ method: 'GET', path, accessToken })
  if (toFailedOutcome(answer)) return true
  const { data } = (answer as GraphAnswer).body as { data?: unknown }
  return !Array.isArray(data) || data.some((each) => String(each?.id) === account)
}

async function checkSubscription(
  graph: Graph,
  { businessAccount, accessToken }: CheckedChannel,
  token: ChannelCheck,
): Promise<ChannelCheck> {
  if (token.status !== 'passed') return waiting('subscription', 'token_first')
  if (businessAccount === null) return waiting('subscription', 'business_account_unknown')
  const path = `/${businessAccount}/subscribed_apps`
  const answer = await graph.ask({ method: 'GET', path, accessToken: accessToken! })
  const error = readError(answer)
  if (error) return failed('subscription', error)
  const { data } = (answer as GraphAnswer).body as { data?: unknown }
  if (Array.isArray(data) && data.length > 0) return passed('subscription')
  return failed('subscription', {
    code: 'not_subscribed',
    message: 'No app is subscribed to the business account: its messages go nowhere.',
  })
}

/** What the platform said against a request; undefined when it went well. */
export function readError(answer: Awaited<ReturnType<Graph['ask']>>): SendError | undefined {
  return toFailedOutcome(answer)?.error
}

function passed(step: ChannelCheck['step']): ChannelCheck {
  return { step, status: 'passed', code: null, message: null, advice: null }
}

function waiting(step: ChannelCheck['step'], code: string): ChannelCheck {
  return { step, status: 'waiting', code, message: null, advice: null }
}

function failed(step: ChannelCheck['step'], { code, message }: SendError): ChannelCheck {
  const advice = /^\d+$/.test(code) ? adviseCloudError(code) : null
  return { step, status: 'failed', code, message, advice }
}
