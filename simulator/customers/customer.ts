import { createRing } from '../ring.ts'
import type { Ring } from '../ring.ts'

/** A person with the app: what the platform knows of them, and what their phone does just now. */
export interface Customer {
  /** The digits of their phone, or their user id where they have none. Stays when either changes. */
  id: string
  name: string
  waId: string | null
  userId: string | null
  parentUserId: string | null
  username: string | null
  /** They have a user name and the business may not see their phone. */
  hidesPhone: boolean
  /** Off: messages wait at `sent`. */
  isOnline: boolean
  sendsReceipts: boolean
  hasAccount: boolean
  /** They have blocked the business: messages stay at `sent`. */
  blocksBusiness: boolean
  refusesMarketing: boolean
}

/** Everybody the simulator knows, found by any of their ids. */
export interface Customers {
  find(id: string): Customer | undefined
  ensure(known: Partial<Customer> & ({ waId: string } | { userId: string })): Customer
  change(customer: Customer, change: Partial<Customer>): void
  list(limit: number): Customer[]
  clear(): void
}

/** Gives a register of people, at most 20,000 of them; the ones longest unheard of fall out. */
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
