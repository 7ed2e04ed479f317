import assert from 'node:assert/strict'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import type { CaughtRequest } from './receiver.ts'

const { webhooks: stripe } = new Stripe('sk_test_unused')

/** The verification of a delivery by each of the three libraries, used as their users do. */
const verifiers: Record<string, (request: CaughtRequest, secret: string) => unknown> = {
  stripe: ({ body, headers }, secret) =>
    stripe.constructEvent(body, headers['x-service-signature'] as string, secret),
  standardwebhooks: ({ body, headers }, secret) =>
    new StandardWebhook(secret).verify(body, headers as Record<string, string>),
  svix: ({ body, headers }, secret) => {
    // It checks only, and returns nothing.
    new SvixWebhook(secret).verify(body, headers as Record<string, string>)
    return JSON.parse(body.toString())
  },
}

/** Asserts that each library accepts a delivery, and refuses it with another byte or another secret. */
export function verifyDelivery(request: CaughtRequest, secret: string): void {
  const expected = JSON.parse(request.body.toString())
  for (const [name, verify] of Object.entries(verifiers)) {
    assert.deepEqual(verify(request, secret), expected, `${name} accepts the delivery`)
    const body = Buffer.from(request.body)
    const at = body.indexOf('"data"') + 2
    body[at]! ^= 1
    assert.throws(() => verify({ ...request, body }, secret), `${name} refuses a changed body`)
    const other = `whsec_${'A'.repeat(48)}`
    assert.throws(() => verify(request, other), `${name} refuses another secret`)
  }
}
