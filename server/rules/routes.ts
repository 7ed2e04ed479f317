import { getById } from '#db/get-by-id.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createRule, findMissingOf } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { getChatRules, getRuleLog, listFirings } from './list-firings.ts'
import { listRules } from './list-rules.ts'
import {
  CreateRuleBody,
  Firing,
  Rule,
  RuleLog,
  RuleTrial,
  toRule,
  UpdateRuleBody,
} from './schema.ts'
import { tryRule } from './try-rule.ts'
import { findMissingOfRule, updateRule } from './update-rule.ts'

/** Adds the API's routes of rules. */
export function addRuleRoutes(app: App): void {
  const rules = resource(app, '/api/v1/rules', {
    tag: 'Rules',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'rule_not_found',
  })

  rules.get('', {
    operationId: 'listRules',
    summary: 'List rules',
    description: 'In the order in which they run.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Rule) },
    run: (scope, { query }) => listRules(scope, query),
  })
  rules.post('', {
    operationId: 'createRule',
    summary: 'Create a rule',
    description:
      'A rule acts on conversations by itself. It is created off, as the last one: try it first, then switch it on.',
    body: CreateRuleBody,
    errors: ['quota_exceeded', 'rule_taken'],
    response: { 201: Rule },
    runs: 'tenant',
    before: (scope, { body }) => findMissingOf(scope, body),
    run: (scope, { body }, missing) => createRule(scope, body, missing),
  })
  rules.get('/:id', {
    operationId: 'getRule',
    summary: 'Get a rule',
    response: { 200: Rule },
    run: async (scope, { id }) => toRule(await getById(scope, 'rules', id)),
  })
  rules.patch('/:id', {
    operationId: 'updateRule',
    summary: 'Update a rule',
    description:
      'Only the fields you send are updated. A rule that is switched on acts on what happens from then on.',
    body: UpdateRuleBody,
    errors: ['rule_taken'],
    response: { 200: Rule },
    runs: 'tenant',
    before: (scope, { id, body }) => findMissingOfRule(scope, id, body),
    run: (scope, { id, body }, missing) => updateRule(scope, id, body, missing),
  })
  rules.delete('/:id', {
    operationId: 'deleteRule',
    summary: 'Delete a rule',
    description: 'Its firings are deleted; what it did stays.',
    run: (scope, { id }) => deleteRule(scope, id),
  })
  rules.get('/:id/trial', {
    operationId: 'tryRule',
    summary: 'Try a rule',
    description:
      'What it would have done at the newest 10,000 events of the last 30 days, without other rules and on the conversations as they were then. Contacts and business hours are those of now.',
    permission: { key: 'admin' },
    response: { 200: RuleTrial },
    reads: 'list',
    run: (scope, { id }) => tryRule(scope, id),
  })
  rules.get('/:id/firings', {
    operationId: 'listRuleFirings',
    summary: "List a rule's firings",
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Firing) },
    run: (scope, { id, query }) => listFirings(scope, id, query),
  })
  rules.get('/:id/log', {
    operationId: 'getRuleLog',
    summary: 'Explain a rule',
    description: 'Its newest firings, and why it did not fire at others.',
    response: { 200: RuleLog },
    run: (scope, { id }) => getRuleLog(scope, id),
  })

  const chats = resource(app, '/api/v1/chats', {
    tag: 'Rules',
    read: { key: 'chats:read' },
    notFound: 'conversation_not_found',
  })
  chats.get('/:id/rules', {
    operationId: 'getConversationRules',
    summary: 'Explain what rules did in a conversation',
    description:
      'The newest firings, and why each other rule that is on did not fire: as it was stored, or computed from the events of the last seven days.',
    response: { 200: RuleLog },
    reads: 'list',
    run: (scope, { id }) => getChatRules(scope, id),
  })
}
