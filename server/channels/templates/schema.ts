import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Templates } from '#db/tables/templates.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled, optionals } from '#lib/schemas.ts'

/** A template of the platform as the API returns it. */
export const Template = titled('Template', {
  id: Id,
  name: Type.String(),
  language: Type.String(),
  category: nullable(Type.String()),
  status: nullable(
    Type.String({
      description:
        "The platform's status, such as APPROVED, PENDING or PAUSED. DELETED: the template no longer exists on the platform.",
    }),
  ),
  status_reason: nullable(Type.String()),
  can_send: Type.Boolean({ description: 'Whether the template can be sent now.' }),
  quality: nullable(Type.String()),
  components: nullable(
    Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description:
        "The components in the platform's format. Null until the templates have been read from the platform.",
    }),
  ),
  business_account: Type.String(),
  platform_template_id: nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
})

/** A template of the platform as the API returns it. */
export type Template = Static<typeof Template>

/** The query of GET /api/v1/templates. */
export const ListTemplatesQuery = closedObject({
  ...pageQuery,
  ...optionals({
    channel_id: Type.String({
      format: 'uuid',
      description: 'Only templates that this channel can send.',
    }),
    status: Type.String({
      maxLength: 64,
      description:
        'Only templates that have this status at the platform, such as `approved`, in upper or lower case.',
    }),
    name: Type.String({
      maxLength: 512,
      description: 'Only templates with exactly this name, in each of its languages.',
    }),
    language: Type.String({
      maxLength: 20,
      description: 'Only templates in this language, such as `en_US`.',
    }),
  }),
})

/** The query of GET /api/v1/templates. */
export type ListTemplatesQuery = Static<typeof ListTemplatesQuery>

/** The result of reading a channel's templates from the platform. */
export const TemplateSync = titled('TemplateSync', {
  channel_id: Id,
  templates: Type.Integer({ description: 'The number of templates on the platform.' }),
  deleted: Type.Integer({
    description: 'The number of templates that no longer exist on the platform.',
  }),
  send_rate: Type.Integer({
    description: 'The messages per second that the platform accepts from the number.',
  }),
  synced_at: Time,
})

/** The result of reading a channel's templates from the platform. */
export type TemplateSync = Static<typeof TemplateSync>

/** Statuses in which the platform accepts a template. Source: Cloud API, "Template status". */
const USABLE_STATUSES = ['APPROVED', 'FLAGGED']

/** Converts a row of `templates` to the API's template. */
export function toTemplate(row: Selectable<Templates>): Template {
  return pickFields(Template, {
    ...row,
    can_send: row.status !== null && USABLE_STATUSES.includes(row.status),
    components: row.components as Template['components'],
  })
}
