import { getContacts } from '#contacts/get-contact.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
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

  app.get(
    '/api/v1/chats',
    {
      config: { permission: { key: 'chats:read' }, reads: 'list' },
      schema: {
        operationId: 'listConversations',
        summary: 'List conversations',
        description: 'Most recent activity first.',
        tags: ['Conversations'],
        querystring: ListExpandedChatsQuery,
        response: { 200: pageOf(ExpandedChat) },
      },
    },
    async (request) => {
      expander.check(request)
      const page = await list(scopeOf(request), withoutExpand(request.query))
      return expander.page(request, page)
    },
  )
  app.get(
    '/api/v1/chats/counts',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'countConversations',
        summary: 'Count conversations',
        description:
          'Returns the number of conversations in each part of the inbox, counted up to 1,000.',
        tags: ['Conversations'],
        querystring: EmptyQuery,
        response: { 200: ChatCounts },
      },
    },
    async (request) => countChats(scopeOf(request)),
  )
  app.get(
    '/api/v1/chats/export.csv',
    {
      config: { permission: { key: 'chats:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportConversations',
        summary: 'Export conversations',
        description:
          'Returns all conversations that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas.',
        tags: ['Conversations'],
        querystring: ExportChatsQuery,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) =>
      sendCsv(reply, 'conversations', await exportChats(scopeOf(request), request.query)),
  )
  app.post(
    '/api/v1/chats/export.csv',
    {
      config: { permission: { key: 'chats:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportSelectedConversations',
        summary: 'Export selected conversations',
        description:
          'Returns the named conversations, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of ids.',
        tags: ['Conversations'],
        body: ExportChatsBody,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) => {
      const { filter, ...named } = request.body
      return sendCsv(
        reply,
        'conversations',
        await exportChats(scopeOf(request), { ...filter, ...named }),
      )
    },
  )
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
  app.get(
    '/api/v1/chats/:id',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'getConversation',
        summary: 'Get a conversation',
        tags: ['Conversations'],
        params: IdParams,
        querystring: GetChatQuery,
        errors: ['conversation_not_found'],
        isConditional: true,
        response: { 200: ExpandedChat },
      },
    },
    async (request) => {
      expander.check(request)
      return expander.one(request, await read(scopeOf(request), request.params.id))
    },
  )
}
