import type { Customer } from '../customers/customer.ts'
import { deliverWaiting } from '../graph/carry-message.ts'
import type { SimulatorState } from '../state.ts'
import { playCustomerEvent } from './customer-events.ts'
import { showCustomer } from './entries.ts'
import { outcomeOf } from './outcome.ts'
import type { ControlApp } from './control-app.ts'
import { CustomerBody, CustomerEventBody, ListQuery } from './schema.ts'

/** Adds the customers: list, create, change their phones, and change their numbers. */
export function peopleRoutes(sim: ControlApp, state: SimulatorState): void {
  const { customers } = state

  sim.get('/sim/customers', { schema: { querystring: ListQuery } }, async ({ query }) => ({
    data: customers.list(query.limit).map(showCustomer),
  }))

  sim.get<{ Params: { id: string } }>('/sim/customers/:id', async ({ params }, reply) => {
    const customer = customers.find(params.id)
    return customer ? showCustomer(customer) : reply.callNotFound()
  })

  sim.post('/sim/customers', { schema: { body: CustomerBody } }, async ({ body }, reply) => {
    const known = toCustomer(body)
    if (!known.waId && !known.userId) {
      return reply.code(400).send({ message: 'body must have a wa_id (phone) or a user_id' })
    }
    const customer = customers.ensure(known as { waId: string })
    state.hub.tell('customer', () => showCustomer(customer))
    return reply.code(201).send(showCustomer(customer))
  })

  sim.patch(
    '/sim/customers/:id',
    { schema: { body: CustomerBody } },
    async ({ params, body }, reply) => {
      const customer = customers.find((params as { id: string }).id)
      if (!customer) return reply.callNotFound()
      customers.change(customer, toCustomer(body))
      state.hub.tell('customer', () => showCustomer(customer))
      deliverWaiting(state, customer)
      return showCustomer(customer)
    },
  )

  sim.post(
    '/sim/customers/:id/events',
    { schema: { body: CustomerEventBody } },
    async ({ params, body }, reply) => {
      const customer = customers.find((params as { id: string }).id)
      if (!customer) return reply.callNotFound()
      if (body.event === 'user_changed_number' && body.wa_id === undefined) {
        return reply.code(400).send({ message: 'body must have the new wa_id' })
      }
      if (/user_id/.test(body.event) && body.user_id === undefined) {
        return reply.code(400).send({ message: 'body must have the new user_id' })
      }
      const posted = playCustomerEvent(state, customer, {
        event: body.event,
        phoneNumberId: body.phone_number_id,
        waId: body.wa_id?.replace(/\D/g, ''),
        userId: body.user_id,
      })
      state.hub.tell('customer', () => showCustomer(customer))
      return outcomeOf(posted)
    },
  )
}

function toCustomer(body: {
  wa_id?: string
  user_id?: string
  parent_user_id?: string
  username?: string
  name?: string
  hides_phone?: boolean
  is_online?: boolean
  sends_receipts?: boolean
  has_account?: boolean
  blocks_business?: boolean
  refuses_marketing?: boolean
}): Partial<Customer> {
  const known = {
    waId: body.wa_id?.replace(/\D/g, ''),
    userId: body.user_id,
    parentUserId: body.parent_user_id,
    username: body.username,
    name: body.name,
    hidesPhone: body.hides_phone,
    isOnline: body.is_online,
    sendsReceipts: body.sends_receipts,
    hasAccount: body.has_account,
    blocksBusiness: body.blocks_business,
    refusesMarketing: body.refuses_marketing,
  }
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  ) as Partial<Customer>
}
