import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf } from '#lib/page.ts'
import { createPolicy } from './create-policy.ts'
import { deletePolicy } from './delete-policy.ts'
import { getPolicy } from './get-policy.ts'
import { listPolicies } from './list-policies.ts'
import { listTargets } from './list-targets.ts'
import {
  CreateSlaPolicyBody,
  ListSlaPoliciesQuery,
  SlaPolicy,
  SlaTargets,
  UpdateSlaPolicyBody,
} from './schema.ts'
import { updatePolicy } from './update-policy.ts'

/** Adds the API's routes of service levels. */
export function addSlaRoutes(app: App): void {
  const policies = resource(app, '/api/v1/sla-policies', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'sla_policy_not_found',
  })
  const named = [
    'sla_policy_taken',
    'team_not_found',
    'channel_not_found',
    'tag_not_found',
  ] as const

  policies.get('', {
    operationId: 'listSlaPolicies',
    summary: 'List SLA policies',
    description: 'Newest first.',
    query: ListSlaPoliciesQuery,
    response: { 200: pageOf(SlaPolicy) },
    run: (scope, { query }) => listPolicies(scope, query),
  })
  policies.post('', {
    operationId: 'createSlaPolicy',
    summary: 'Create an SLA policy',
    description: 'It is applied to conversations that are created or reopened from now on.',
    body: CreateSlaPolicyBody,
    errors: [...named, 'quota_exceeded'],
    response: { 201: SlaPolicy },
    runs: 'tenant',
    run: (scope, { body }) => createPolicy(scope, body),
  })
  policies.get('/:id', {
    operationId: 'getSlaPolicy',
    summary: 'Get an SLA policy',
    response: { 200: SlaPolicy },
    run: (scope, { id }) => getPolicy(scope, id),
  })
  policies.patch('/:id', {
    operationId: 'updateSlaPolicy',
    summary: 'Update an SLA policy',
    description: 'Open rounds of conversations keep the version that they have.',
    body: UpdateSlaPolicyBody,
    errors: [...named],
    response: { 200: SlaPolicy },
    runs: 'tenant',
    run: (scope, { id, body }) => updatePolicy(scope, id, body),
  })
  policies.delete('/:id', {
    operationId: 'deleteSlaPolicy',
    summary: 'Delete an SLA policy',
    description: 'Its open targets are canceled. Those that were met or missed stay in reports.',
    run: (scope, { id }) => deletePolicy(scope, id),
  })

  const chats = resource(app, '/api/v1/chats', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'conversation_not_found',
  })
  chats.get('/:id/sla', {
    operationId: 'listSlaTargets',
    summary: "List a conversation's SLA targets",
    response: { 200: SlaTargets },
    run: (scope, { id }) => listTargets(scope, id),
  })
}
