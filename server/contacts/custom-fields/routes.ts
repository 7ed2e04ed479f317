import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createCustomField } from './create-custom-field.ts'
import { listCustomFields } from './list-custom-fields.ts'
import {
  CreateCustomFieldBody,
  CustomField,
  ListCustomFieldsQuery,
  UpdateCustomFieldBody,
} from './schema.ts'
import { updateCustomField } from './update-custom-field.ts'

/** Adds the API's routes of the definitions of custom fields. */
export function addCustomFieldRoutes(app: App): void {
  const config = { permission: { key: 'contacts:write', admin: true } } as const

  app.get(
    '/api/v1/custom-fields',
    {
      config: { permission: { key: 'contacts:read' } },
      schema: {
        operationId: 'listCustomFields',
        summary: 'List custom fields',
        description: 'The definitions of custom fields of contacts, newest first.',
        tags: ['Contacts'],
        querystring: ListCustomFieldsQuery,
        response: { 200: pageOf(CustomField) },
      },
    },
    async (request) => listCustomFields(scopeOf(request), request.query),
  )
  app.post(
    '/api/v1/custom-fields',
    {
      config,
      schema: {
        operationId: 'createCustomField',
        summary: 'Create a custom field',
        description:
          'Defines a custom field of contacts. From then on, its values must have its type, and contacts can be filtered by it.',
        tags: ['Contacts'],
        body: CreateCustomFieldBody,
        errors: ['custom_field_taken', 'too_many_custom_fields'],
        isIdempotent: true,
        response: { 201: CustomField },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => createCustomField(scope, request.body)),
  )
  app.patch(
    '/api/v1/custom-fields/:id',
    {
      config,
      schema: {
        operationId: 'updateCustomField',
        summary: 'Update a custom field',
        tags: ['Contacts'],
        params: IdParams,
        body: UpdateCustomFieldBody,
        errors: ['custom_field_not_found', 'custom_field_taken', 'too_many_custom_fields'],
        isIdempotent: true,
        response: { 200: CustomField },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        updateCustomField(scope, request.params.id, request.body),
      ),
  )
  app.delete(
    '/api/v1/custom-fields/:id',
    {
      config,
      schema: {
        operationId: 'archiveCustomField',
        summary: 'Archive a custom field',
        description:
          'Contacts keep its values, which then can be any text. `PATCH` with `archived: false` restores it.',
        tags: ['Contacts'],
        params: IdParams,
        errors: ['custom_field_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await updateCustomField(scopeOf(request), request.params.id, { archived: true })
      return reply.code(204).send(null)
    },
  )
}
