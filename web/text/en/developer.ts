import { deliveries } from './developer-deliveries.ts'
import { errors } from './developer-errors.ts'
import { events } from './developer-events.ts'
import { inbound } from './developer-inbound.ts'
import { keys } from './developer-keys.ts'
import { signatures } from './developer-signatures.ts'
import { webhooks } from './developer-webhooks.ts'

/** The developer area. */
export const developer = {
  area: 'Developer',
  nav: {
    overview: 'Overview',
    keys: 'API keys',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    events: 'Events',
    inbound: 'Inbound log',
    signatures: 'Signature debugger',
    forms: 'Forms',
    docs: 'API reference',
    out: 'What goes out',
    in: 'What comes in',
  },
  adminsOnly: 'This area is for admins',
  adminsOnlyText: 'Ask an admin of the workspace for what you need, or to make you one.',
  overview: {
    title: 'Developer',
    next: 'What to do next',
    steps: {
      key: 'Create an API key',
      keyText: 'For your program to call the API with.',
      webhook: 'Add a webhook endpoint',
      webhookText: 'To hear of what happens, within a second.',
      test: 'Send it a test',
      testText: 'And see the whole exchange.',
    },
    done: 'Done',
    now: 'Now',
    later: 'Later',
    attention: 'Needs a look',
    calm: 'Nothing needs a look.',
    failed: 'Failed',
    soon: 'Soon',
    failingEndpoint: 'Every try has failed since {time}',
    givenUp:
      '{count, plural, one {# delivery was given up in 24 hours} other {# deliveries were given up in 24 hours}}',
    inboundFailed:
      '{many, select, yes {Over {count} inbound payloads failed} other {{count, plural, one {# inbound payload failed} other {# inbound payloads failed}}}}',
    keyExpires: 'The key “{name}” expires {when}',
    health: 'Health',
    endpoints: 'Webhook endpoints',
    endpointsValue: '{enabled} of {all} enabled',
    success: 'Delivered in 24 hours',
    waiting: 'Deliveries waiting',
    activeKeys: 'Active API keys',
    none: 'None yet',
    noDeliveries: 'Nothing sent',
    addresses: 'Addresses',
    apiUrl: 'API',
    ingestUrl: 'Webhooks of platforms and forms',
    openapi: 'OpenAPI description',
    reference: 'Open the API reference',
    sampleTitle: 'Send your first message',
  },
  periods: {
    any: 'Any time',
    '1h': 'Last hour',
    '24h': 'Last 24 hours',
    '7d': 'Last 7 days',
    custom: 'From … until',
    since: 'From',
    until: 'Until',
  },
  filters: 'Filters',
  looking: 'Looking further back …',
  lookFurther: 'Look further back',
  keys,
  webhooks,
  deliveries,
  events,
  inbound,
  signatures,
  errors,
}
