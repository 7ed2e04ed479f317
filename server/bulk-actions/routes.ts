import { resource } from '#http/resource.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '#http/app.ts'
import { requireCallerScope, scopeOf } from '#http/add-authentication.ts'
import { pageOf } from '#lib/page.ts'
import { cancelBulkAction } from './cancel-bulk-action.ts'
import { createBulkAction } from './create-bulk-action.ts'
import { getBulkAction } from './get-bulk-action.ts'
import { listBulkActions } from './list-bulk-actions.ts'
import { listBulkItems } from './list-bulk-items.ts'
import { countMatches } from './match-items.ts'
import {
  BulkActionResource,
  BulkItem,
  ChatBulkBody,
  ChatFilter,
  ContactBulkBody,
  ContactFilter,
  ListBulkActionsQuery,
  ListBulkItemsQuery,
  MatchCount,
  TicketBulkBody,
  TicketFilter,
} from './schema.ts'
import { findBulkFacts, readBulkFacts } from './read-bulk-facts.ts'
import { undoBulkAction } from './undo-bulk-action.ts'

/** The subjects with the shapes of their requests, and the permissions to read and to change many. */
const SUBJECTS = [
  {
    subject: 'chats',
    name: 'conversations',
    noun: 'Conversation',
    body: ChatBulkBody,
    errors: ['membership_not_found', 'tag_not_found', 'team_not_found'],
    filter: ChatFilter,
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
  },
  {
    subject: 'tickets',
    name: 'tickets',
    noun: 'Ticket',
    body: TicketBulkBody,
    errors: ['membership_not_found', 'tag_not_found', 'team_not_found', 'ticket_type_not_found'],
    filter: TicketFilter,
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
  },
  {
    subject: 'contacts',
    name: 'contacts',
    noun: 'Contact',
    body: ContactBulkBody,
    errors: ['admin_required', 'person_merged', 'person_not_found'],
    filter: ContactFilter,
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
  },
] as const

type Subject = (typeof SUBJECTS)[number]

const COMMON = {
  tag: 'Bulk actions',
  read: { key: 'chats:read', or: ['contacts:read', 'tickets:read'] },
  write: { key: 'chats:write', or: ['contacts:write', 'tickets:write'] },
  notFound: 'bulk_action_not_found',
} as const

/** Adds the API's routes that change many conversations, tickets or contacts. */
export function addBulkActionRoutes(app: App): void {
  for (const each of SUBJECTS) {
    addCreateRoute(app, each)
    addListRoutes(app, each)
  }
  const routes = resource(app, '', COMMON)

  routes.get('/api/v1/bulk-actions/:id', {
    operationId: 'getBulkAction',
    summary: 'Get a bulk action',
    description: 'Includes its progress.',
    preHandler: refuseOtherSubjects('read'),
    response: { 200: BulkActionResource },
    run: (scope, { id }) => getBulkAction(scope, id),
  })
  routes.get('/api/v1/bulk-actions/:id/items', {
    operationId: 'listBulkActionItems',
    summary: 'List the items of a bulk action',
    description: 'Each with its result, by id.',
    query: ListBulkItemsQuery,
    preHandler: refuseOtherSubjects('read'),
    response: { 200: pageOf(BulkItem) },
    run: (scope, { id, query }) => listBulkItems(scope, id, query),
  })
  routes.post('/api/v1/bulk-actions/:id/cancel', {
    operationId: 'cancelBulkAction',
    summary: 'Cancel a bulk action',
    description: 'Changes no more items. Those that were changed stay changed.',
    errors: ['admin_required', 'bulk_action_ended'],
    preHandler: refuseOtherSubjects('write'),
    response: { 200: BulkActionResource },
    runs: 'tenant',
    before: (scope, { id }) => findBulkFacts(scope, id),
    run: (scope, { id }, facts) => cancelBulkAction(scope, id, facts),
  })
  routes.post('/api/v1/bulk-actions/:id/undo', {
    operationId: 'undoBulkAction',
    summary: 'Undo a bulk action',
    description:
      'Restores the previous values, except of items that have been changed since. A running action is stopped first. More than 100 items are restored in the background. Merges are undone in reverse order, except of those on which a later merge depends. Erasures cannot be undone.',
    errors: ['bulk_action_final'],
    preHandler: refuseOtherSubjects('write'),
    response: { 200: BulkActionResource },
    runs: 'tenant',
    before: (scope, { id }) => findBulkFacts(scope, id),
    run: (scope, { id }, facts) => undoBulkAction(scope, id, facts),
  })
}

function addCreateRoute(app: App, { subject, name, noun, body, write, errors }: Subject): void {
  const routes = resource(app, '', COMMON)

  routes.post(`/api/v1/${subject}/bulk-actions`, {
    operationId: `create${noun}BulkAction`,
    summary: `Change many ${name}`,
    description: `Changes those in \`ids\`, or all that match \`filter\` when the request arrives. ${
      subject === 'contacts'
        ? 'They are erased or merged one after the other in the background. `erase` requires an admin or a key with the scope `admin`, because nothing restores an erased contact.'
        : 'Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`.'
    } What cannot be changed is skipped and counted.`,
    permission: write,
    body,
    errors: ['conflicting_fields', 'too_many_bulk_actions', ...errors],
    response: { 201: BulkActionResource },
    runs: 'tenant',
    before: (scope, { body }) => readBulkFacts(scope, { ...body, subject }),
    run: (scope, { body }, facts) => createBulkAction(scope, subject, body, facts),
  })
}

function addListRoutes(app: App, { subject, name, noun, filter, read }: Subject): void {
  const routes = resource(app, '', COMMON)

  routes.get(`/api/v1/${subject}/matches`, {
    operationId: `countMatching${noun}s`,
    summary: `Count ${name} that match`,
    description: 'Returns how many a bulk action with these filters would select now.',
    permission: read,
    query: filter,
    response: { 200: MatchCount },
    run: (scope, { query }) => countMatches(scope, subject, query),
  })
  routes.get(`/api/v1/${subject}/bulk-actions`, {
    operationId: `list${noun}BulkActions`,
    summary: `List bulk actions on ${name}`,
    description: 'Newest first. Bulk actions are deleted after 7 days.',
    permission: read,
    query: ListBulkActionsQuery,
    response: { 200: pageOf(BulkActionResource) },
    run: (scope, { query }) => listBulkActions(scope, subject, query),
  })
}

/** Returns a hook that refuses a key without the scope of the subject of the bulk action in the path. */
function refuseOtherSubjects(access: 'read' | 'write') {
  return async (request: FastifyRequest): Promise<void> => {
    const { id } = request.params as { id: string }
    const { subject } = await getBulkAction(scopeOf(request), id)
    requireCallerScope(request, `${subject}:${access}`)
  }
}
