import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf, pageQuery } from '#lib/page.ts'
import { closedObject } from '#lib/schemas.ts'
import { createForm } from '../create-form.ts'
import { deleteForm } from './delete-form.ts'
import { formUrl } from './form-url.ts'
import { listForms } from './list-forms.ts'
import { getForm } from './read-form.ts'
import { rotateFormToken } from './rotate-form-token.ts'
import {
  CreateFormBody,
  Form,
  FormWithToken,
  TestedForm,
  TestFormBody,
  UpdateFormBody,
} from './schema.ts'
import { testForm } from './test-form.ts'
import { updateForm } from './update-form.ts'

/** Adds the developer area's routes of forms. */
export function addDeveloperFormRoutes(app: App): void {
  const forms = resource(app, '/api/developer/forms', {
    tag: 'Forms',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'form_not_found',
  })

  forms.get('', {
    operationId: 'listForms',
    summary: 'List forms',
    description: 'Returns all forms without their tokens, newest first.',
    query: closedObject(pageQuery),
    response: { 200: pageOf(Form) },
    run: (scope, { query }) => listForms(scope, query),
  })
  forms.post('', {
    operationId: 'createForm',
    summary: 'Create a form',
    description: 'The response contains the token. It is shown only once.',
    body: CreateFormBody,
    errors: ['quota_exceeded'],
    response: { 201: FormWithToken },
    runs: 'directory',
    run: async (scope, { body }) => {
      const { token, ...form } = await createForm(scope, body)
      return {
        ...form,
        mapping: null,
        has_secret: body.secret !== undefined,
        token_last_four: token.slice(-4),
        rotated_at: null,
        token,
        url: formUrl(scope, token),
      }
    },
  })
  forms.get('/:id', {
    operationId: 'getForm',
    summary: 'Get a form',
    description:
      'Returns its settings and the last four characters of its token, without the token and the secret.',
    response: { 200: Form },
    run: (scope, { id }) => getForm(scope, id),
  })
  forms.patch('/:id', {
    operationId: 'updateForm',
    summary: 'Update a form',
    description:
      'Only the fields you send are updated. After you set a secret, submissions must be signed.',
    body: UpdateFormBody,
    response: { 200: Form },
    run: (scope, { id, body }) => updateForm(scope, id, body),
  })
  forms.delete('/:id', {
    operationId: 'deleteForm',
    summary: 'Delete a form',
    description: 'The form stops accepting submissions. Its leads are kept.',
    run: (scope, { id }) => deleteForm(scope, id),
  })
  forms.post('/:id/rotate-token', {
    operationId: 'rotateFormToken',
    summary: "Rotate a form's token",
    description:
      'The response contains the new token. It is shown only once. The previous token stops working immediately.',
    response: { 200: FormWithToken },
    runs: 'directory',
    before: (scope, { id }) => getForm(scope, id),
    run: (scope, _call, form) => rotateFormToken(scope, form.id, form),
  })
  forms.post('/:id/test', {
    operationId: 'testForm',
    summary: 'Test a form',
    description:
      'Sends a submission like a website visitor would. It creates a real contact and lead. The inbound log shows the result.',
    body: TestFormBody,
    response: { 202: TestedForm },
    runs: 'tenant',
    run: (scope, { id, body }) => testForm(scope, id, body.fields),
  })
}
