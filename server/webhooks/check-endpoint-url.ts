import type { Config } from '#config.ts'
import { AppError } from '#lib/errors.ts'
import { FetchFailure } from '#lib/fetch-failure.ts'
import { lookupAllowed } from '#lib/safe-lookup.ts'
import { checkWebhookUrl, hostOf, portOf, rulesFor } from '#lib/webhook-url.ts'
import { customerUrlRules } from '#lib/customer-url-rules.ts'

const LOOKUP_MS = 2_000

/**
 * Refuses a URL that webhooks must not call, by its text and by every address behind its name. A name that cannot be
 * resolved now is accepted, because the addresses are checked again at each connection.
 *
 * @throws {AppError} invalid_url, which names the rule and never an address
 */
export async function checkEndpointUrl(config: Config, text: string): Promise<void> {
  const rules = customerUrlRules(config)
  const { url, problem, message } = checkWebhookUrl(text, rules)
  if (!url) throw invalidUrl(problem, message)
  try {
    const port = portOf(url)
    const target = { host: hostOf(url), port }
    await lookupAllowed(target, AbortSignal.timeout(LOOKUP_MS), rulesFor(text, rules))
  } catch (err) {
    if (!(err instanceof FetchFailure)) throw err
    if (err.word !== 'blocked_target') return
    throw invalidUrl(
      'private_target',
      'The URL points to a private or reserved address, or to this service.',
    )
  }
}

function invalidUrl(problem: string, message: string): AppError {
  return new AppError('invalid_url', message, {
    fields: [{ field: 'url', code: problem, message }],
  })
}
