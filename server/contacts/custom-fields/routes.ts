import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
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
  const customFields = resource(app, '/api/v1/custom-fields', {
    tag: 'Contacts',
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write', admin: true },
    notFound: 'custom_field_not_found',
  })

  customFields.get('', {
    operationId: 'listCustomFields',
    summary: 'List custom fields',
    description: 'The definitions of custom fields of contacts and tickets, newest first.',
    query: ListCustomFieldsQuery,
    response: { 200: pageOf(CustomField) },
    run: (scope, { query }) => listCustomFields(scope, query),
  })
  customFields.post('', {
    operationId: 'createCustomField',
    summary: 'Create a custom field',
    description:
      'Defines a custom field of contacts or tickets. From then on, its values must have its type, and lists can be filtered by it.',
    body: CreateCustomFieldBody,
    errors: ['custom_field_taken', 'too_many_custom_fields'],
    response: { 201: CustomField },
    runs: 'tenant',
    run: (scope, { body }) => createCustomField(scope, body),
  })
  customFields.patch('/:id', {
    operationId: 'updateCustomField',
    summary: 'Update a custom field',
    body: UpdateCustomFieldBody,
    errors: ['custom_field_taken', 'too_many_custom_fields'],
    response: { 200: CustomField },
    runs: 'tenant',
    run: (scope, { id, body }) => updateCustomField(scope, id, body),
  })
  customFields.delete('/:id', {
    operationId: 'archiveCustomField',
    summary: 'Archive a custom field',
    description:
      'Its values stay, and then can be any text. `PATCH` with `archived: false` restores it.',
    run: (scope, { id }) => updateCustomField(scope, id, { archived: true }),
  })
}
