import { getContacts } from '#contacts/get-contact.ts'
import { notFound } from '#db/get-by-id.ts'
import { addExport } from '#http/add-export.ts'
import type { App } from '#http/app.ts'
import { createBatchedRead } from '#http/create-batched-read.ts'
import { createExpander } from '#http/create-expander.ts'
import { resource } from '#http/resource.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import { pageOf } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { countChats } from './count-chats.ts'
import { ExpandedChat, GetChatQuery, ListExpandedChatsQuery } from './expanded-schema.ts'
import { exportChats } from './export-chats.ts'
import { isChatPage, listChats } from './list-chats.ts'
import { readChats } from './read-chats.ts'
import { Chat, ChatCounts, ExportChatsQuery, UpdateChatBody } from './schema.ts'
import { findAssignees, updateChats } from './update-chat.ts'

/** Adds the API's routes of conversations. */
export function addChatRoutes(app: App): void {
  const list = createSharedList(
    listChats,
    ({ assignee_id, team_id, mentioned }) =>
      assignee_id === 'me' || team_id === 'mine' || mentioned === true,
    isChatPage,
  )
  const read = createBatchedRead(readChats, (id) => notFound('chats', id))
  const expander = createExpander<Chat>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person.id, readMany: getContacts },
  })
  const chats = resource(app, '/api/v1/chats', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'conversation_not_found',
  })

  chats.get('', {
    operationId: 'listConversations',
    summary: 'List conversations',
    description: 'Most recent activity first.',
    query: ListExpandedChatsQuery,
    reads: 'list',
    response: { 200: pageOf(ExpandedChat) },
    expander,
    run: (scope, { query }) => list(scope, query),
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
  addExport(chats, {
    name: 'conversations',
    permission: { key: 'chats:read' },
    hasFormats: true,
    query: ExportChatsQuery,
    title: 'ConversationFilter',
    run: exportChats,
  })
  chats.patchBatched('/:id', {
    operationId: 'updateConversation',
    summary: 'Update a conversation',
    description:
      'Changes status, assignee, team, priority, participants, tags and read state. Only the fields you send are updated. To undo a change, send the previous values from an earlier response.',
    body: UpdateChatBody,
    errors: ['membership_not_found', 'tag_not_found', 'team_not_found'],
    isConditional: true,
    response: { 200: Chat },
    input: ({ id, body, precondition }) => ({ id, input: body, precondition }),
    before: findAssignees,
    run: updateChats,
  })
  chats.get('/:id', {
    operationId: 'getConversation',
    summary: 'Get a conversation',
    query: GetChatQuery,
    isConditional: true,
    response: { 200: ExpandedChat },
    expander,
    run: (scope, { id }) => read(scope, id),
  })
}
