import { adviseError } from '../advise-error.ts'
import { failedCheck, passedCheck } from '../channel-check.ts'
import { MediaFailure } from '../media-failure.ts'
import { PROOF_TIMEOUT_MS, readClaimFailure, unproven } from '../ownership.ts'
import type { ClientOptions, PlatformClient } from '../platform-client.ts'
import type { FailedOutcome, SendOutcome } from '../send-outcome.ts'
import { toList, toRecord, toText } from '../storable.ts'
import { errors } from './errors.ts'
import { createLineApi } from './line-api.ts'

/** Longest text in UTF-16 code units. Source: LINE Developers, Messaging API reference, "Text message". */
const TEXT_UNITS_MAX = 5000
const OTHER_ACCOUNT = 'The access token belongs to another account.'

/** Account that a token belongs to: its user id, its id for customers such as `@shop`, and its name. */
type Bot = { userId: string | undefined; basicId: string | null; name: string | null }

/** Creates a client of LINE's Messaging API. Source: LINE Developers, "Send push message", "Get bot info". */
export function createClient(options: ClientOptions): PlatformClient {
  const api = createLineApi(options)

  /** Reads which account the token belongs to. */
  async function getBot(accessToken: string): Promise<Bot | { failed: FailedOutcome }> {
    const timeoutMs = Math.min(options.timeoutMs, PROOF_TIMEOUT_MS)
    const answer = await api.ask({ path: '/v2/bot/info', accessToken, timeoutMs })
    if ('failed' in answer) return answer
    const { userId, basicId, displayName } = answer.body
    return {
      userId: toText(userId, 100),
      basicId: toText(basicId, 100) ?? null,
      name: toText(displayName, 200) ?? null,
    }
  }

  return {
    async fetchMedia() {
      throw new MediaFailure('not_supported', { isFinal: true })
    },
    async proveOwnership({ account, accessToken }) {
      const bot = await getBot(accessToken)
      if ('failed' in bot) return readClaimFailure(bot.failed, 'access_token')
      if (bot.userId === account) return { kind: 'proven' }
      return unproven('account', 'other_account', OTHER_ACCOUNT)
    },
    async checkAccount({ account, accessToken }) {
      if (accessToken === undefined) {
        const error = { code: 'no_access_token', message: 'The channel has no access token.' }
        return { number: null, checks: [failedCheck('token', error)] }
      }
      const bot = await getBot(accessToken)
      if ('failed' in bot) {
        const { error } = bot.failed
        const isPlatforms = errors.classify(error.code) !== undefined
        const advice = isPlatforms ? adviseError(errors, error.code) : null
        return { number: null, checks: [failedCheck('token', error, advice)] }
      }
      const error = { code: 'other_account', message: OTHER_ACCOUNT }
      return {
        number: { display_phone: bot.basicId, verified_name: bot.name },
        checks: [bot.userId === account ? passedCheck('token') : failedCheck('token', error)],
      }
    },
    async send({ accessToken }, { id, recipient, text }) {
      if ((text ?? '').length > TEXT_UNITS_MAX) {
        const message = `LINE does not accept texts of more than ${TEXT_UNITS_MAX} UTF-16 code units.`
        return { kind: 'rejected', error: { code: 'text_too_long', message } }
      }
      const answer = await api.ask({
        path: '/v2/bot/message/push',
        accessToken,
        retryKey: id,
        body: { to: recipient, messages: [{ type: 'text', text }] },
      })
      return 'failed' in answer ? answer.failed : readAccepted(answer.body, answer.isRepeat, id)
    },
  }
}

/** Returns the outcome of an accepted message. A repeated request may be answered without the id of the message. */
function readAccepted(
  body: Record<string, unknown>,
  isRepeat: boolean,
  retryKey: string,
): SendOutcome {
  const [sent] = toList(body['sentMessages']).map(toRecord)
  const platformMessageId =
    toText(sent?.['id'], 512) ?? (isRepeat ? `retry:${retryKey}` : undefined)
  if (platformMessageId !== undefined) return { kind: 'accepted', platformMessageId }
  const message = 'The platform accepted the message, but did not name its id.'
  return { kind: 'retry', error: { code: 'no_message_id', message } }
}
