import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, emit, startDeliveries } from '#test/deliveries.ts'
import type { CaughtRequest } from '#test/receiver.ts'
import { rotateSecret } from '../rotate-secret.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

type Verify = (request: CaughtRequest, secret: string) => unknown

const load = createRequire(import.meta.url)

/** The use of each library, as its users do it. The return value differs by version. */
const USES: Record<string, (library: any) => Verify> = {
  stripe: (Stripe) => {
    const { webhooks } = Stripe.webhooks ? Stripe : new Stripe('sk_test_unused')
    return ({ body, headers }, secret) =>
      webhooks.constructEvent(body, headers['x-service-signature'], secret)
  },
  standardwebhooks:
    ({ Webhook }) =>
    ({ body, headers }, secret) =>
      new Webhook(secret).verify(body, headers),
  svix:
    ({ Webhook }) =>
    ({ body, headers }, secret) =>
      new Webhook(secret).verify(body, headers),
}

/** The packages with each library: its newest version, and the oldest one that verifies these signatures. */
const PACKAGES = [
  { library: 'stripe', name: 'stripe', isOldest: false },
  { library: 'stripe', name: 'stripe-oldest', isOldest: true },
  { library: 'standardwebhooks', name: 'standardwebhooks', isOldest: false },
  { library: 'standardwebhooks', name: 'standardwebhooks-oldest', isOldest: true },
  { library: 'svix', name: 'svix', isOldest: false },
  { library: 'svix', name: 'svix-oldest', isOldest: true },
]

/** Returns a library and the version that is installed. */
function open(library: string, name: string): { version: string; verify: Verify } {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string }
  const loaded = load(name)
  return { version, verify: USES[library]!(loaded.default ?? loaded) }
}

for (const { library, name, isOldest } of PACKAGES)
  test(`${library} verifies deliveries in its ${isOldest ? 'oldest' : 'newest'} version`, async (t) => {
    const { version, verify } = open(library, name)
    t.diagnostic(`${library} ${version}`)
    if (isOldest) assert.notEqual(version, open(library, library).version)
    for (const payload of ['full', 'thin'] as const) {
      const { receiver, scope, endpoint } = await createTestEndpoint(context, undefined, {
        payload,
      })
      await emit(scope, [1])
      const [first] = await receiver.waitFor(1)
      const { secret } = await rotateSecret(scope, endpoint.id)
      await emit(scope, [2])
      const [, second] = await receiver.waitFor(2)
      const pairs: [CaughtRequest, string][] = [
        [first!, endpoint.secret],
        [second!, endpoint.secret],
        [second!, secret],
      ]
      for (const [request, valid] of pairs) {
        const event = verify(request, valid)
        // From its version 2, svix checks only.
        if (event !== undefined) assert.deepEqual(event, JSON.parse(request.body.toString()))
        else assert.ok(library === 'svix' && !isOldest)
        const body = Buffer.from(request.body)
        body[body.indexOf('"data"') + 2]! ^= 1
        assert.throws(() => verify({ ...request, body }, valid), /signature/i)
        const other = `whsec_${'A'.repeat(48)}`
        assert.throws(() => verify(request, other), /signature/i)
        const stale = staleHeaders(request)
        assert.throws(() => verify({ ...request, headers: stale }, valid), /signature|timestamp/i)
      }
    }
  })

/** Returns the headers of a request with another time than the signed one. */
function staleHeaders({ headers }: CaughtRequest): CaughtRequest['headers'] {
  const earlier = String(Number(headers['webhook-timestamp']) - 3600)
  return {
    ...headers,
    'webhook-timestamp': earlier,
    'x-service-signature': String(headers['x-service-signature']).replace(/t=\d+/, `t=${earlier}`),
  }
}
