import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { Forms } from '#db/tables/forms.ts'
import {
  closedObject,
  describedTime,
  filledText,
  Id,
  idText,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { FIELD_NAME_CHARACTERS_MAX, FIELDS_MAX } from '#shared/contacts.ts'
import { FORM_DETAILS, FORM_NAME_CHARACTERS_MAX } from '#shared/forms.ts'
import type { FormMapping } from '#shared/forms.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'

const Name = Type.String({ minLength: 1, maxLength: FORM_NAME_CHARACTERS_MAX })
const RedirectUrl = filledText(
  URL_CHARACTERS_MAX,
  'Where the browser is redirected after a submission. By default it shows a thank-you page.',
)
const Secret = filledText(
  1024,
  'The secret that the form provider signs with. Stored encrypted and never returned.',
)

const Label = Type.String({ minLength: 1, maxLength: 256 })

const Mapping = Type.Unsafe<FormMapping>(
  Type.Object(
    {
      ...Object.fromEntries(FORM_DETAILS.map((detail) => [detail, Type.Optional(Label)])),
      fields: Type.Optional(
        Type.Record(Type.String({ minLength: 1, maxLength: FIELD_NAME_CHARACTERS_MAX }), Label, {
          maxProperties: FIELDS_MAX,
          description: 'The label of the field for each custom field of contacts, by its key.',
        }),
      ),
    },
    {
      additionalProperties: false,
      description:
        'The label of the field for each detail that an admin assigned. Other details are detected. Applies to submissions that are processed afterwards.',
    },
  ),
)

const formFields = {
  id: Id,
  name: Type.String(),
  provider: Type.String(),
  redirect_url: nullable(Type.String()),
  mapping: nullable(Mapping),
  has_secret: Type.Boolean({ description: 'Whether submissions must be signed.' }),
  is_open: Type.Boolean({
    description: 'Whether the form also accepts submissions without a token.',
  }),
  token_last_four: nullable(Type.String()),
  created_at: Time,
  rotated_at: nullable(describedTime('When the current token was created.')),
}

/** A form as the API returns it, without its token. */
export const Form = titled('Form', formFields)

/** A form as the API returns it, without its token. */
export type Form = Static<typeof Form>

/** The response to a new form and a new token: the only ones that contain the token. */
export const FormWithToken = titled('FormWithToken', {
  ...formFields,
  token: Type.String({ description: 'The token. Shown only once.' }),
  url: Type.String({ description: 'The URL that the form posts to, including the token.' }),
})

/** The response to a new form and a new token: the only ones that contain the token. */
export type FormWithToken = Static<typeof FormWithToken>

/** The body of POST /api/developer/forms. */
export const CreateFormBody = closedObject({
  name: Name,
  provider: Type.Optional(
    filledText(40, 'The form provider, such as `generic` (the default), `typeform` or `tally`.'),
  ),
  secret: Type.Optional(Secret),
  redirect_url: Type.Optional(RedirectUrl),
})

/** The body of POST /api/developer/forms. */
export type CreateFormBody = Static<typeof CreateFormBody>

/** The body of PATCH /api/developer/forms/{id}. */
export const UpdateFormBody = closedObject({
  name: Type.Optional(Name),
  secret: Type.Optional(nullable(Secret)),
  redirect_url: Type.Optional(nullable(RedirectUrl)),
  mapping: Type.Optional(nullable(Mapping)),
})

/** The body of PATCH /api/developer/forms/{id}. */
export type UpdateFormBody = Static<typeof UpdateFormBody>

/** The body of POST /api/developer/forms/{id}/test. */
export const TestFormBody = closedObject({
  fields: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 5000 }), {
      maxProperties: 50,
      description: 'The field values of the submission. A sample is sent by default.',
    }),
  ),
})

/** The response to a test of a form. */
export const TestedForm = Type.Object({
  payload_id: idText('The id of the payload in the inbound log, which shows the result.'),
})

/** A form's row, with whether it is open. */
type FormRow = Selectable<Forms> & { is_open: boolean }

/** Converts a row to the API's form. */
export function toForm(row: FormRow): Form {
  return pickFields(Form, { ...row, has_secret: row.secret !== null })
}
