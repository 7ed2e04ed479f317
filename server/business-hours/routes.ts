import { getById } from '#db/get-by-id.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf } from '#lib/page.ts'
import { createBusinessHours } from './create-business-hours.ts'
import { deleteBusinessHours } from './delete-business-hours.ts'
import { listBusinessHours } from './list-business-hours.ts'
import {
  BusinessHours,
  CreateBusinessHoursBody,
  ListBusinessHoursQuery,
  toBusinessHours,
  UpdateBusinessHoursBody,
} from './schema.ts'
import { updateBusinessHours } from './update-business-hours.ts'

/** Adds the API's routes of business hours. */
export function addBusinessHoursRoutes(app: App): void {
  const hours = resource(app, '/api/v1/business-hours', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'business_hours_not_found',
  })

  hours.get('', {
    operationId: 'listBusinessHours',
    summary: 'List business hours',
    description: 'Newest first.',
    query: ListBusinessHoursQuery,
    response: { 200: pageOf(BusinessHours) },
    run: (scope, { query }) => listBusinessHours(scope, query),
  })
  hours.post('', {
    operationId: 'createBusinessHours',
    summary: 'Create business hours',
    description: 'The first ones of a workspace are the default.',
    body: CreateBusinessHoursBody,
    errors: ['hours_taken', 'quota_exceeded'],
    response: { 201: BusinessHours },
    runs: 'tenant',
    run: (scope, { body }) => createBusinessHours(scope, body),
  })
  hours.get('/:id', {
    operationId: 'getBusinessHours',
    summary: 'Get business hours',
    response: { 200: BusinessHours },
    run: async (scope, { id }) =>
      toBusinessHours(await getById(scope, 'business_hours', id), scope.clock.now()),
  })
  hours.patch('/:id', {
    operationId: 'updateBusinessHours',
    summary: 'Update business hours',
    body: UpdateBusinessHoursBody,
    errors: ['hours_taken'],
    response: { 200: BusinessHours },
    runs: 'tenant',
    run: (scope, { id, body }) => updateBusinessHours(scope, id, body),
  })
  hours.delete('/:id', {
    operationId: 'deleteBusinessHours',
    summary: 'Delete business hours',
    description:
      'Members whose working hours they are have none then; teams that have used them use the default ones, if there are any.',
    run: (scope, { id }) => deleteBusinessHours(scope, id),
  })
}
