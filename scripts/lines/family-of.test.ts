import assert from 'node:assert/strict'
import { test } from 'node:test'
import { familyOf } from './family-of.ts'

const FAMILIES = {
  'server/api.ts': 'server',
  'server/tickets/create-ticket.ts': 'server/tickets',
  'server/account/keys/routes.ts': 'server/account',
  'server/tickets/create-ticket.test.ts': 'tests',
  'web/features/inbox/chat-list.tsx': 'web/features',
  'web/vite.config.ts': 'web',
  'shared/errors.ts': 'shared',
  'scripts/install.cjs': 'scripts',
  'test/contract/tickets.test.ts': 'tests',
  'test/factories.ts': 'test helpers',
  'simulator/test/customer.ts': 'test helpers',
  'client/typescript/src/generated/models.ts': 'generated',
  'server/db/migrations/0001-start.sql': undefined,
  'docs/api.md': undefined,
}

test('each file counts in one family: tests, their helpers and generated code apart', () => {
  const found = Object.keys(FAMILIES).map((path) => [path, familyOf(path)])
  assert.deepEqual(Object.fromEntries(found), FAMILIES)
})
