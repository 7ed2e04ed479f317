import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { SentMessage } from '#messages/schema.ts'
import { CustomerUpdateBody } from './schema.ts'
import { readSenderName, sendCustomerUpdate } from './send-customer-update.ts'

/** Adds the API route that sends the customer an update about a ticket. */
export function addCustomerUpdateRoutes(app: App): void {
  const tickets = resource(app, '/api/v1/tickets', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'messages:write' },
    notFound: 'ticket_not_found',
  })

  tickets.post('/:id/customer-updates', {
    operationId: 'sendCustomerUpdate',
    summary: 'Send the customer an update about a ticket',
    description:
      'Sends a message in the conversation of the ticket, as `sendMessage` does. A second one about the same status is refused unless `again` is true.',
    body: CustomerUpdateBody,
    errors: [
      'canned_reply_not_found',
      'contact_blocked',
      'conversation_not_found',
      'customer_already_notified',
      'live_key_required',
      'not_holder',
      'ticket_without_conversation',
      'window_closed',
    ],
    response: { 201: SentMessage },
    runs: 'tenant',
    before: (scope) => readSenderName(scope),
    run: (scope, { id, body }, senderName) => sendCustomerUpdate(scope, id, body, senderName),
  })
}
