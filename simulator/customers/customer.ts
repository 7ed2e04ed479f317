import { createRing } from '../ring.ts'
import type { Ring } from '../ring.ts'

/** A customer with the app: the ids the platform knows, and the state of their phone. */
export interface Customer {
  /** The digits of their phone number, or their user id without one. Stays the same when either changes. */
  id: string
  name: string
  waId: string | null
  userId: string | null
  parentUserId: string | null
  username: string | null
  /** Whether they have a user name and hide their phone number from the business. */
  hidesPhone: boolean
  /** While false, messages stay at `sent`. */
  isOnline: boolean
  sendsReceipts: boolean
  hasAccount: boolean
  /** Whether they blocked the business; messages then stay at `sent`. */
  blocksBusiness: boolean
  refusesMarketing: boolean
}

/** All customers, found by any of their ids. */
export interface Customers {
  find(id: string): Customer | undefined
  ensure(known: Partial<Customer> & ({ waId: string } | { userId: string })): Customer
  change(customer: Customer, change: Partial<Customer>): void
  list(limit: number): Customer[]
  clear(): void
}

/** Creates a register of at most 20,000 customers; the least recently used are removed first. */
export function createCustomers(people: Partial<Customer>[]): Customers {
  const all: Ring<Customer> = createRing(20_000)
  const byOtherId: Ring<string> = createRing(60_000)

  function index(customer: Customer) {
    for (const id of [customer.waId, customer.userId]) {
      if (id && id !== customer.id) byOtherId.add(id, customer.id)
    }
  }

  function find(id: string) {
    const other = byOtherId.get(id)
    const found = (other === undefined ? undefined : all.get(other)) ?? all.get(id)
    return found && [found.id, found.waId, found.userId].includes(id) ? found : undefined
  }

  function ensure(known: Partial<Customer>) {
    const found =
      (known.waId && find(known.waId)) || (known.userId && find(known.userId)) || undefined
    if (found) {
      change(found, known)
      return found
    }
    const id = known.waId ?? known.userId ?? ''
    const customer: Customer = {
      name: known.waId ? `+${known.waId}` : 'Somebody',
      waId: null,
      userId: null,
      parentUserId: null,
      username: null,
      hidesPhone: false,
      isOnline: true,
      sendsReceipts: true,
      hasAccount: true,
      blocksBusiness: false,
      refusesMarketing: false,
      ...withoutUndefined(known),
      id,
    }
    all.add(id, customer)
    index(customer)
    return customer
  }

  function change(customer: Customer, changes: Partial<Customer>) {
    Object.assign(customer, withoutUndefined(changes), { id: customer.id })
    index(customer)
  }

  function clear() {
    all.clear()
    byOtherId.clear()
    for (const person of people) ensure(person)
  }

  clear()
  return { find, ensure, change, list: (limit) => all.newest(limit), clear }
}

function withoutUndefined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
