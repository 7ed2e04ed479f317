import { resource } from '#http/resource.ts'
import { getContacts } from '#contacts/get-contact.ts'
import type { App } from '#http/app.ts'
import { createBatchedRead } from '#http/batched-read.ts'
import { createBatchedVerb } from '#http/batched-verb.ts'
import { readPrecondition } from '#http/conditional-requests.ts'
import { createExpander } from '#http/expand.ts'
import { withoutExpand } from '#lib/lists/expand-schema.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { createSharedList } from '#http/shared-list.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyQuery, IdParams } from '#lib/schemas.ts'
import { countChats } from './count-chats.ts'
import { ExpandedChat, GetChatQuery, ListExpandedChatsQuery } from './expanded-schema.ts'
import { exportChats } from './export-chats.ts'
import { chatNotFound } from './get-chat.ts'
import { listChats } from './list-chats.ts'
import { readChats } from './read-chats.ts'
import { Chat, ChatCounts, ExportChatsBody, ExportChatsQuery, UpdateChatBody } from './schema.ts'
import { findAssignees, updateChats } from './update-chat.ts'

/** Adds the API's routes of conversations. */
export function addChatRoutes(app: App): void {
  const list = createSharedList(
    listChats,
    ({ assignee_id, mentioned }) => assignee_id === 'me' || mentioned === true,
  )
  const read = createBatchedRead(readChats, chatNotFound)
  const expander = createExpander<Chat>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person.id, readMany: getContacts },
  })
  const update = createBatchedVerb(200, updateChats, findAssignees)
  const chats = resource(app, '/api/v1/chats', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:read' },
    notFound: 'conversation_not_found',
  })

  chats.get('', {
    operationId: 'listConversations',
    summary: 'List conversations',
    description: 'Most recent activity first.',
    query: ListExpandedChatsQuery,
    reads: 'list',
    response: { 200: pageOf(ExpandedChat) },
    run: async (scope, { query, request }) => {
      expander.check(request)
      const page = await list(scope, withoutExpand(query))
      return expander.page(request, page)
    },
  })
  chats.get('/counts', {
    operationId: 'countConversations',
    summary: 'Count conversations',
    description:
      'Returns the number of conversations in each part of the inbox, counted up to 1,000.',
    query: EmptyQuery,
    response: { 200: ChatCounts },
    run: (scope) => countChats(scope),
  })
  chats.get('/export.csv', {
    operationId: 'exportConversations',
    summary: 'Export conversations',
    description:
      'Returns all conversations that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas.',
    fresh: true,
    query: ExportChatsQuery,
    reads: 'report',
    response: { 200: CsvFile },
    run: async (scope, { query, reply }) =>
      sendCsv(reply, 'conversations', await exportChats(scope, query)),
  })
  chats.post('/export.csv', {
    operationId: 'exportSelectedConversations',
    summary: 'Export selected conversations',
    description:
      'Returns the named conversations, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of ids.',
    fresh: true,
    body: ExportChatsBody,
    reads: 'report',
    response: { 200: CsvFile },
    run: async (scope, { body, reply }) => {
      const { filter, ...named } = body
      return sendCsv(reply, 'conversations', await exportChats(scope, { ...filter, ...named }))
    },
  })
  app.patch(
    '/api/v1/chats/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'updateConversation',
        summary: 'Update a conversation',
        description:
          'Changes status, assignee, tags and read state. Only the fields you send are updated. To undo a change, send the previous values from an earlier response.',
        tags: ['Conversations'],
        params: IdParams,
        body: UpdateChatBody,
        errors: ['conversation_not_found', 'membership_not_found', 'tag_not_found'],
        isConditional: true,
        isIdempotent: true,
        response: { 200: Chat },
      },
    },
    async (request, reply) =>
      update(request, reply, {
        id: request.params.id,
        input: request.body,
        precondition: readPrecondition(request),
      }),
  )
  chats.get('/:id', {
    operationId: 'getConversation',
    summary: 'Get a conversation',
    query: GetChatQuery,
    isConditional: true,
    response: { 200: ExpandedChat },
    run: async (scope, { id, request }) => {
      expander.check(request)
      return expander.one(request, await read(scope, id))
    },
  })
}
