import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceWith } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
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

const tags = ['Bulk actions']

/** The subjects with the shapes of their requests, and the permissions to read and to change many. */
const SUBJECTS = [
  {
    subject: 'chats',
    name: 'conversations',
    noun: 'Conversation',
    body: ChatBulkBody,
    filter: ChatFilter,
    count: { key: 'chats:read' },
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
  },
  {
    subject: 'tickets',
    name: 'tickets',
    noun: 'Ticket',
    body: TicketBulkBody,
    filter: TicketFilter,
    count: { key: 'tickets:read' },
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
  },
  {
    subject: 'contacts',
    name: 'contacts',
    noun: 'Contact',
    body: ContactBulkBody,
    filter: ContactFilter,
    count: { key: 'contacts:read' },
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
  },
] as const

type Subject = (typeof SUBJECTS)[number]

/** Adds the API's routes that change many conversations, tickets or contacts. */
export function addBulkActionRoutes(app: App): void {
  for (const each of SUBJECTS) {
    addCreateRoute(app, each)
    addReadRoutes(app, each)
    addMoveRoutes(app, each)
  }
}

function addCreateRoute(app: App, { subject, name, noun, body, write }: Subject): void {
  app.post(
    `/api/v1/${subject}/bulk-actions`,
    {
      config: { permission: write },
      schema: {
        operationId: `create${noun}BulkAction`,
        summary: `Change many ${name}`,
        description: `Changes those in \`ids\`, or all that match \`filter\` when the request arrives. ${
          subject === 'contacts'
            ? 'They are erased or merged one after the other in the background. `erase` requires an admin or a key with the scope `admin`, because nothing restores an erased contact.'
            : 'Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`.'
        } What cannot be changed is skipped and counted.`,
        tags,
        body,
        response: { 201: BulkActionResource },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        201,
        (scope) => readBulkFacts(scope, request.body),
        (scope, facts) => createBulkAction(scope, subject, request.body, facts),
      ),
  )
}

function addReadRoutes(app: App, { subject, name, noun, filter, count, read }: Subject): void {
  app.get(
    `/api/v1/${subject}/matches`,
    {
      config: { permission: count },
      schema: {
        operationId: `countMatching${noun}s`,
        summary: `Count ${name} that match`,
        description: 'Returns how many a bulk action with these filters would select now.',
        tags,
        querystring: filter,
        response: { 200: MatchCount },
      },
    },
    async (request) => countMatches(scopeOf(request), subject, request.query),
  )
  app.get(
    `/api/v1/${subject}/bulk-actions`,
    {
      config: { permission: read },
      schema: {
        operationId: `list${noun}BulkActions`,
        summary: `List bulk actions on ${name}`,
        description: 'Newest first. Bulk actions are deleted after 7 days.',
        tags,
        querystring: ListBulkActionsQuery,
        response: { 200: pageOf(BulkActionResource) },
      },
    },
    async (request) => listBulkActions(scopeOf(request), subject, request.query),
  )
  app.get(
    `/api/v1/${subject}/bulk-actions/:id`,
    {
      config: { permission: read },
      schema: {
        operationId: `get${noun}BulkAction`,
        summary: `Get a bulk action on ${name}`,
        description: 'Includes its progress.',
        tags,
        params: IdParams,
        response: { 200: BulkActionResource },
      },
    },
    async (request) => getBulkAction(scopeOf(request), subject, request.params.id),
  )
  app.get(
    `/api/v1/${subject}/bulk-actions/:id/items`,
    {
      config: { permission: read },
      schema: {
        operationId: `list${noun}BulkActionItems`,
        summary: `List the ${name} of a bulk action`,
        description: 'Each with its result, by id.',
        tags,
        params: IdParams,
        querystring: ListBulkItemsQuery,
        response: { 200: pageOf(BulkItem) },
      },
    },
    async (request) => listBulkItems(scopeOf(request), subject, request.params.id, request.query),
  )
}

function addMoveRoutes(app: App, { subject, name, noun, write }: Subject): void {
  app.post(
    `/api/v1/${subject}/bulk-actions/:id/cancel`,
    {
      config: { permission: write },
      schema: {
        operationId: `cancel${noun}BulkAction`,
        summary: `Cancel a bulk action on ${name}`,
        description: 'Changes no more of them. Those that were changed stay changed.',
        tags,
        params: IdParams,
        body: EmptyBody,
        response: { 200: BulkActionResource },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        200,
        (scope) => findBulkFacts(scope, request.params.id),
        (scope, facts) => cancelBulkAction(scope, subject, request.params.id, facts),
      ),
  )
  app.post(
    `/api/v1/${subject}/bulk-actions/:id/undo`,
    {
      config: { permission: write },
      schema: {
        operationId: `undo${noun}BulkAction`,
        summary: `Undo a bulk action on ${name}`,
        description:
          subject === 'contacts'
            ? 'Undoes the merges in reverse order, in the background, except of those on which a later merge depends. A running action is stopped first. Erasures cannot be undone.'
            : 'Restores the previous values, except of those that have been changed since. A running action is stopped first. More than 100 are restored in the background.',
        tags,
        params: IdParams,
        body: EmptyBody,
        response: { 200: BulkActionResource },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        200,
        (scope) => findBulkFacts(scope, request.params.id),
        (scope, facts) => undoBulkAction(scope, subject, request.params.id, facts),
      ),
  )
}
