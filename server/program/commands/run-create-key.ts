import { createApiKey, findKeyLimits } from '#account/keys/create-api-key.ts'
import { defined } from '#lib/defined.ts'
import { readTime } from '#lib/read-time.ts'
import type { Scope } from '#shared/scopes.ts'
import { StartError } from '../start/start-error.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/** The options of `keys create`, as text. */
type CreateKeyOptions = {
  workspace: string
  name: string
  scopes: string
  expires?: string
  rateLimit?: string
  networks?: string
  test?: true
  bot?: string
}

/** Runs `keys create`: creates an API key and prints its secret, which is shown only once. */
export async function runCreateKey(options: CreateKeyOptions): Promise<Result> {
  const input = {
    name: options.name,
    scopes: options.scopes
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    expires_at: options.expires === undefined ? null : readExpiry(options.expires),
    ...defined({
      rate_limit: readRateLimit(options.rateLimit),
      mode: options.test && ('test' as const),
      allowed_networks: options.networks?.split(',').map((each) => each.trim()),
    }),
  }
  const { bot } = options
  const key = await withWorkspace(options.workspace, async (scope) => {
    const limits = await findKeyLimits(scope, {
      scopes: input.scopes as Scope[],
      bot_id: bot ?? null,
    })
    return createApiKey(scope, input, limits)
  })
  const { id, secret, mode, scopes, rate_limit, expires_at } = key
  return {
    json: { api_key: key },
    lines: [
      'The API key was created. Its secret is shown only once:',
      ...toTable({
        id,
        secret,
        mode,
        scopes,
        'requests per second': rate_limit ?? 'no rate limit',
        expires: expires_at,
      }),
    ],
  }
}

function readExpiry(text: string): Date {
  if (!/^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d))?$/.test(text))
    throw new StartError(
      `--expires must be a timestamp such as 2027-01-01T00:00:00Z, not "${text}".`,
    )
  return readTime(text, '--expires')
}

function readRateLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'off') return null
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new StartError(
    `--rate-limit must be a number of requests per second, or "off", not "${text}".`,
  )
}
