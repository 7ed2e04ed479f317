import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceInDirectory, answerOncePrepared } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
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

const config = { permission: { session: 'admin' } } as const
const tags = ['Forms']

/** Adds the developer area's routes of forms. */
export function addDeveloperFormRoutes(app: App): void {
  app.get(
    '/api/developer/forms',
    {
      config,
      schema: {
        operationId: 'listForms',
        summary: 'List forms',
        description: 'Returns all forms without their tokens, newest first.',
        tags,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(Form) },
      },
    },
    async (request) => listForms(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/forms',
    {
      config,
      schema: {
        operationId: 'createForm',
        summary: 'Create a form',
        description: 'The response contains the token. It is shown only once.',
        tags,
        body: CreateFormBody,
        errors: ['open_form_taken', 'quota_exceeded'],
        isIdempotent: true,
        response: { 201: FormWithToken },
      },
    },
    async (request, reply) => {
      return answerOnceInDirectory(request, reply, 201, async (scope) => {
        const { token, ...form } = await createForm(scope, request.body)
        return {
          ...form,
          mapping: null,
          has_secret: request.body.secret !== undefined,
          token_last_four: token.slice(-4),
          rotated_at: null,
          token,
          url: formUrl(scope, token),
        }
      })
    },
  )
  app.get(
    '/api/developer/forms/:id',
    {
      config,
      schema: {
        operationId: 'getForm',
        summary: 'Get a form',
        description:
          'Returns its settings and the last four characters of its token, without the token and the secret.',
        tags,
        params: IdParams,
        errors: ['form_not_found'],
        response: { 200: Form },
      },
    },
    async (request) => getForm(scopeOf(request), request.params.id),
  )
  app.patch(
    '/api/developer/forms/:id',
    {
      config,
      schema: {
        operationId: 'updateForm',
        summary: 'Update a form',
        description:
          'Only the fields you send are updated. After you set a secret, submissions must be signed.',
        tags,
        params: IdParams,
        body: UpdateFormBody,
        errors: ['form_not_found'],
        response: { 200: Form },
      },
    },
    async (request) => updateForm(scopeOf(request), request.params.id, request.body),
  )
  app.delete(
    '/api/developer/forms/:id',
    {
      config,
      schema: {
        operationId: 'deleteForm',
        summary: 'Delete a form',
        description: 'The form stops accepting submissions. Its leads are kept.',
        tags,
        params: IdParams,
        errors: ['form_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteForm(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/developer/forms/:id/rotate-token',
    {
      config,
      schema: {
        operationId: 'rotateFormToken',
        summary: "Rotate a form's token",
        description:
          'The response contains the new token. It is shown only once. The previous token stops working immediately.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['form_not_found', 'open_form_taken', 'quota_exceeded'],
        isIdempotent: true,
        response: { 200: FormWithToken },
      },
    },
    async (request, reply) =>
      answerOncePrepared(
        request,
        reply,
        200,
        (scope) => getForm(scope, request.params.id),
        (scope, form) => rotateFormToken(scope, form.id, form),
      ),
  )
  app.post(
    '/api/developer/forms/:id/test',
    {
      config,
      schema: {
        operationId: 'testForm',
        summary: 'Test a form',
        description:
          'Sends a submission like a website visitor would. It creates a real contact and lead. The inbound log shows the result.',
        tags,
        params: IdParams,
        body: TestFormBody,
        errors: ['form_not_found'],
        isIdempotent: true,
        response: { 202: TestedForm },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 202, (scope) =>
        testForm(scope, request.params.id, request.body.fields),
      ),
  )
}
