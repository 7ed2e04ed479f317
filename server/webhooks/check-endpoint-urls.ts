import type { Config } from '#lib/settings/config.ts'
import { AppError } from '#lib/errors.ts'
import { FetchFailure } from '#lib/outgoing/fetch-failure.ts'
import { lookupAllowed } from '#lib/outgoing/lookup-allowed.ts'
import { checkWebhookUrl, hostOf, portOf, rulesFor } from '#lib/outgoing/check-webhook-url.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'

const LOOKUP_MS = 2_000

/** The URLs of an endpoint that Parley calls. */
type CalledUrls = { url?: string | undefined; oauth?: { token_url?: string } | null | undefined }

/**
 * Refuses URLs of an endpoint that must not be called: its own, and that of its authorization server, which must use
 * TLS unless the operator allows local webhooks, because it receives a secret (RFC 6749, section 3.2).
 *
 * @throws {AppError} invalid_url
 */
export async function checkEndpointUrls(config: Config, { url, oauth }: CalledUrls): Promise<void> {
  if (url !== undefined) await checkEndpointUrl(config, url)
  const tokenUrl = oauth?.token_url
  if (tokenUrl === undefined) return
  const field = 'oauth.token_url'
  await checkEndpointUrl(config, tokenUrl, field)
  if (tokenUrl.includes('#'))
    throw invalidUrl(field, 'invalid_url', 'The token URL must not contain a fragment.')
  if (!config.allowLocalWebhooks && new URL(tokenUrl).protocol !== 'https:')
    throw invalidUrl(field, 'unsupported_scheme', 'The token URL must start with https://.')
}

/**
 * Refuses a URL that webhooks must not call, by its text and by every address behind its name. A name that cannot be
 * resolved now is accepted, because the addresses are checked again at each connection.
 *
 * @throws {AppError} invalid_url, which names the rule and never an address
 */
async function checkEndpointUrl(config: Config, text: string, field = 'url'): Promise<void> {
  const rules = customerUrlRules(config)
  const { url, problem, message } = checkWebhookUrl(text, rules)
  if (!url) throw invalidUrl(field, problem, message)
  try {
    const port = portOf(url)
    const target = { host: hostOf(url), port }
    await lookupAllowed(target, AbortSignal.timeout(LOOKUP_MS), rulesFor(text, rules))
  } catch (err) {
    if (!(err instanceof FetchFailure)) throw err
    if (err.word !== 'blocked_target') return
    throw invalidUrl(
      field,
      'private_target',
      'The URL points to a private or reserved address, or to this service.',
    )
  }
}

function invalidUrl(field: string, problem: string, message: string): AppError {
  return new AppError('invalid_url', message, {
    fields: [{ field, code: problem, message }],
  })
}
