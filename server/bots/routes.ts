import { Chat } from '#conversations/schema.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createBot } from './create-bot.ts'
import { deleteBot } from './delete-bot.ts'
import { endTurn } from './end-turn.ts'
import { getBot } from './get-bot.ts'
import { findReceiver, handOver } from './hand-over.ts'
import { listBots } from './list-bots.ts'
import { Bot, CreateBotBody, DoneBody, HandOverBody, UpdateBotBody } from './schema.ts'
import { updateBot } from './update-bot.ts'

/** Adds the API's routes of bots, and of handing conversations over. */
export function addBotRoutes(app: App): void {
  const bots = resource(app, '/api/v1/bots', {
    tag: 'Bots',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'bot_not_found',
  })
  const chats = resource(app, '/api/v1/chats', {
    tag: 'Bots',
    write: { key: 'chats:write' },
    notFound: 'conversation_not_found',
  })

  bots.get('', {
    operationId: 'listBots',
    summary: 'List bots',
    description: 'Newest first, with deleted ones, whose names are still needed.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Bot) },
    run: (scope, { query }) => listBots(scope, query),
  })
  bots.post('', {
    operationId: 'createBot',
    summary: 'Create a bot',
    description:
      'A bot answers customers by itself, with API keys that belong to it (`bot_id`). Conversations are assigned to it as to a member.',
    body: CreateBotBody,
    errors: ['channel_not_found', 'quota_exceeded', 'team_not_found'],
    response: { 201: Bot },
    runs: 'tenant',
    run: (scope, { body }) => createBot(scope, body),
  })
  bots.get('/:id', {
    operationId: 'getBot',
    summary: 'Get a bot',
    response: { 200: Bot },
    run: (scope, { id }) => getBot(scope, id),
  })
  bots.patch('/:id', {
    operationId: 'updateBot',
    summary: 'Update a bot',
    description: 'Only the fields you send are updated. The bot keeps the conversations it has.',
    body: UpdateBotBody,
    errors: ['channel_not_found', 'team_not_found'],
    response: { 200: Bot },
    runs: 'tenant',
    run: (scope, { id, body }) => updateBot(scope, id, body),
  })
  bots.delete('/:id', {
    operationId: 'deleteBot',
    summary: 'Delete a bot',
    description:
      'Its API keys are revoked, and its conversations go to the queue. What it wrote keeps its name.',
    run: (scope, { id }) => deleteBot(scope, id),
  })
  chats.post('/:id/hand-over', {
    operationId: 'handOverConversation',
    summary: 'Hand a conversation over',
    description:
      'Gives the conversation to the queue, a team, a member or a bot, with a summary. A bot must hold the conversation; messages that it sent before are still sent.',
    body: HandOverBody,
    errors: ['bot_not_found', 'bot_off', 'membership_not_found', 'not_holder', 'team_not_found'],
    response: { 200: Chat },
    runs: 'tenant',
    before: (scope, { body }) => findReceiver(scope, body),
    run: (scope, { id, body }, members) => handOver(scope, id, body, members),
  })
  chats.post('/:id/done', {
    operationId: 'finishBotTurn',
    summary: 'Say that no answer is needed',
    description:
      'For the bot that holds the conversation. Without an answer, a hand-over or this, it loses the conversation after its time-out.',
    body: DoneBody,
    errors: ['not_holder'],
    response: { 200: Chat },
    runs: 'tenant',
    run: (scope, { id, body }) => endTurn(scope, id, body.holder_version),
  })
}
