import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { createWebhookSecret } from '../api-key-format.ts'
import { signWebhook } from './sign-webhook.ts'
import type { WebhookSignatureHeaders } from './sign-webhook.ts'

const stripe = new Stripe(['sk', 'test', 'none'].join('_'))
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Each library verifies the delivery unchanged; all throw on rejection. */
const verifiers: Record<
  string,
  (body: Buffer, headers: WebhookSignatureHeaders, secret: string) => unknown
> = {
  stripe: (body, headers, secret) =>
    stripe.webhooks.constructEvent(body, headers['X-Service-Signature'], secret),
  standardwebhooks: (body, headers, secret) =>
    new StandardWebhook(secret).verify(body, { ...headers }),
  svix: (body, headers, secret) => new SvixWebhook(secret).verify(body, { ...headers }),
}

function delivery(secrets: string[], text = 'Grüße, नमस्ते 🍕 "quoted"') {
  const body = Buffer.from(JSON.stringify({ id: 'e1', type: 'message.sent', data: { text } }))
  const id = '0198f3a2-7c1e-7abc-8def-0123456789ab'
  return { body, headers: signWebhook({ secrets, id, timestampSeconds: nowSeconds(), body }) }
}

for (const [name, verify] of Object.entries(verifiers)) {
  test(`${name} accepts a delivery signed with one secret`, () => {
    const secret = createWebhookSecret()
    const { body, headers } = delivery([secret])
    verify(body, headers, secret)
  })

  test(`${name} accepts both secrets while one is being rotated, and no third`, () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()]
    const { body, headers } = delivery(secrets)
    for (const secret of secrets) verify(body, headers, secret)
    assert.throws(() => verify(body, headers, createWebhookSecret()))
  })

  test(`${name} rejects a delivery after any one byte of its body is changed`, () => {
    const secret = createWebhookSecret()
    const { body, headers } = delivery([secret])
    for (let i = 0; i < body.length; i++) {
      const changed = Buffer.from(body)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      assert.throws(() => verify(changed, headers, secret), `byte ${i}`)
    }
  })

  test(`${name} accepts every body we can send`, () => {
    const secret = createWebhookSecret()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { body, headers } = delivery([secret], text)
        verify(body, headers, secret)
      }),
      { numRuns: 50 },
    )
  })
}

test('the headers have exactly the documented form', () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()]
  const { headers } = delivery(secrets)
  assert.match(headers['X-Service-Signature'], /^t=\d{10}(,v1=[0-9a-f]{64}){2}$/)
  assert.match(headers['webhook-signature'], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  assert.ok(headers['X-Service-Signature'].startsWith(`t=${headers['webhook-timestamp']},`))
})

test('a delivery without a secret, or with an id that would make the signed text ambiguous, throws', () => {
  const body = Buffer.from('{}')
  assert.throws(() => signWebhook({ secrets: [], id: 'e', timestampSeconds: 1, body }))
  assert.throws(() => signWebhook({ secrets: ['whsec_a'], id: 'e.1', timestampSeconds: 1, body }))
})
