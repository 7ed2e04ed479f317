import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Views } from '#db/tables/views.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { VIEW_NAME_CHARACTERS_MAX, VIEW_SUBJECTS } from '#shared/views.ts'

const Subject = Type.Enum([...VIEW_SUBJECTS])
const Name = Type.String({ minLength: 1, maxLength: VIEW_NAME_CHARACTERS_MAX })
const Filters = Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), {
  maxProperties: 30,
  description: 'Filters by name, with the values that the matching list endpoint accepts.',
})

/** Saved filters with a name, for one member or for all. */
export const View = titled('View', {
  id: Id,
  subject: Subject,
  name: Type.String({ minLength: 1, description: 'The name that members see.' }),
  filters: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The query parameters of the list.',
  }),
  is_shared: Type.Boolean({ description: 'Whether all members see it.' }),
  created_by: nullable(Id),
  created_at: Time,
  updated_at: Time,
})

/** Saved filters with a name. `created_by` is a membership. */
export type View = Static<typeof View>

/** The body of POST /api/v1/views. */
export const CreateViewBody = closedObject({
  subject: Subject,
  name: Name,
  filters: Filters,
  is_shared: Type.Optional(
    Type.Boolean({
      description:
        'Whether all members see the view. Views created with an API key are always shared.',
    }),
  ),
})

/** The body of PATCH /api/v1/views/{id}: only fields that are present are updated. */
export const UpdateViewBody = closedObject({
  name: Type.Optional(Name),
  filters: Type.Optional(Filters),
  is_shared: Type.Optional(Type.Boolean()),
})

/** The query of GET /api/v1/views. */
export const ListViewsQuery = closedObject({
  ...pageQuery,
  subject: Type.Optional({ ...Subject, description: 'Only views of this list.' }),
})

/** Converts a row of `views` to the API's view. */
export function toView(row: Selectable<Views>): View {
  return pickFields(View, { ...row, is_shared: row.owner_id === null })
}
