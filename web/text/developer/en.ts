import { deliveries } from '../developer-deliveries/en.ts'
import { errors } from '../developer-errors/en.ts'
import { events } from '../developer-events/en.ts'
import { inbound } from '../developer-inbound/en.ts'
import { keys } from '../developer-keys/en.ts'
import { requests } from '../developer-requests/en.ts'
import { signatures } from '../developer-signatures/en.ts'
import { webhooks } from '../developer-webhooks/en.ts'

/** The developer area. */
export const developer = {
  area: 'Developer',
  nav: {
    overview: 'Overview',
    docs: 'Documentation',
    out: 'Outbound',
    in: 'Inbound',
  },
  adminsOnly: 'Only admins can open this area',
  adminsOnlyText: 'Ask a workspace admin to make you an admin or to help you.',
  overview: {
    title: 'Developer',
    next: 'Get started',
    steps: {
      key: 'Create an API key',
      keyText: 'Your program needs it to call the API.',
      webhook: 'Add a webhook endpoint',
      webhookText: 'Get notified of events within a second.',
      test: 'Send a test event',
      testText: 'See the full request and response.',
    },
    done: 'Done',
    now: 'Next',
    later: 'Later',
    attention: 'Needs attention',
    calm: 'Nothing needs attention.',
    failed: 'Failed',
    soon: 'Soon',
    failingEndpoint: 'Every attempt has failed since {time}',
    givenUp:
      '{count, plural, one {# delivery failed in the last 24 hours} other {# deliveries failed in the last 24 hours}}',
    inboundFailed:
      '{many, select, yes {More than {count} inbound payloads failed} other {{count, plural, one {# inbound payload failed} other {# inbound payloads failed}}}}',
    formsAttention:
      '{many, select, yes {More than {count} form submissions became no contact} other {{count, plural, one {# form submission became no contact} other {# form submissions became no contact}}}}',
    review: 'Review',
    keyExpires: 'The key “{name}” expires {when}',
    health: 'Health',
    endpoints: 'Webhook endpoints',
    endpointsValue: '{enabled} of {all} enabled',
    success: 'Delivered, last 24 hours',
    waiting: 'Pending deliveries',
    activeKeys: 'Active API keys',
    none: 'None',
    noDeliveries: 'No deliveries',
    addresses: 'Base URLs',
    apiUrl: 'API',
    ingestUrl: 'Webhooks from platforms and forms',
    openapi: 'OpenAPI description',
    reference: 'Open the API reference',
    sampleTitle: 'Send your first message',
  },
  looking: 'Searching further back…',
  lookFurther: 'Search further back',
  keys,
  webhooks,
  deliveries,
  events,
  inbound,
  requests,
  signatures,
  errors,
}
