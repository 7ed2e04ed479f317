import { createTestWorkspace } from '#test/factories.ts'
import { seedLarge } from '../seed-large.ts'
import { createTenant } from '../tenant-operations.ts'
import type { Operation } from '../tenant-operations.ts'
import { addPoint } from './curve.ts'
import type { Curve, ScaleOptions } from './curve.ts'
import { startScaled } from './start-scaled.ts'

/** The conversations of a workspace besides those of the seed, each with a contact of the same name. */
const CHATS = 30

/** Measures operations in workspaces with more and more messages, which share a database. */
export async function measureMessages({
  counts,
  times,
  settleSeconds,
}: ScaleOptions): Promise<Curve> {
  await using stack = new AsyncDisposableStack()
  const { database, operations, get, measure, readAtRest } = await startScaled(stack, settleSeconds)
  const search = (words: string): Operation => {
    const path = `search?q=${encodeURIComponent(words)}`
    return (tenant) => get(tenant, path)
  }
  const all: Record<string, Operation> = {
    list: (tenant) => get(tenant, 'chats?limit=25'),
    thread: (tenant) => get(tenant, `chats/${tenant.chatId}/messages?limit=25`),
    'search for a number': search('+919800000042'),
    'search for a name of 30 contacts': search('Asha Rao'),
    'search for a name of all other contacts': search('Person'),
    'search for words': search('kurta refund'),
    ...operations,
  }
  const tenants = []
  for (const messages of counts) {
    const { scope } = await createTestWorkspace(database.context)
    await seedLarge(database, scope, {
      messages,
      chats: messages / 10,
      people: messages / 20,
      others: messages / 100,
    })
    tenants.push({ messages, tenant: await createTenant(scope, CHATS) })
  }
  const atRest = await readAtRest()
  const curve: Curve = {}
  for (const { messages: count, tenant } of tenants)
    for (const [name, operation] of Object.entries(all)) {
      const statements = await measure(operation, [tenant], { times, atRest })
      addPoint(curve, name, { count, statements, comparedFrom: 1_000 })
    }
  return curve
}
