import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'

/** Creates the HTTP client for customers' endpoints, one per process; close it at the end. */
export function createWebhookFetch(config: Parameters<typeof customerUrlRules>[0]): SafeFetch {
  return createSafeFetch(customerUrlRules(config))
}
