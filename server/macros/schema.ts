import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Macros } from '#db/tables/rules.ts'
import {
  closedObject,
  filledText,
  Id,
  idText,
  nullable,
  optionals,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { Actions } from '#rules/parts-schema.ts'
import { HOLD_SECONDS_MAX } from '#shared/drafts.ts'
import { RULES_MAX } from '#shared/rules.ts'
import type { RuleAction } from '#shared/rules.ts'

const fields = {
  name: filledText(RULES_MAX.name, 'The name in the list from which members choose.'),
  actions: Actions,
}
const owners = {
  team_id: nullable(idText('A team: only its members have the macro. Null: everybody has it.')),
}

/** A macro: actions that members run on conversations. */
export const Macro = titled('Macro', {
  id: Id,
  name: Type.String(),
  team_id: nullable(Id, 'Only members of this team have it.'),
  member_id: nullable(Id, 'Only this member has it.'),
  actions: Actions,
  uses: Type.Integer({ description: 'In how many conversations it was run.' }),
  created_at: Time,
  updated_at: Time,
})

/** A macro, as the API returns it. */
export type Macro = Static<typeof Macro>

/** The body of POST /api/v1/macros. */
export const CreateMacroBody = closedObject({
  ...fields,
  ...optionals({
    ...owners,
    is_own: Type.Boolean({ description: 'Whether only the signed-in member has it.' }),
  }),
})

/** The body of PATCH /api/v1/macros/{id}: only fields that are present are updated. */
export const UpdateMacroBody = closedObject(optionals({ ...fields, ...owners }))

/** The fields of a macro to write. */
export type MacroInput = Static<typeof UpdateMacroBody>

/** The body of POST /api/v1/macros/{id}/run. */
export const RunMacroBody = closedObject({
  conversation_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: 25,
    uniqueItems: true,
  }),
  ...optionals({
    hold_seconds: Type.Integer({
      minimum: 0,
      maximum: HOLD_SECONDS_MAX,
      default: 0,
      description:
        'For a signed-in member: messages wait so many seconds, and a close after them, too.',
    }),
  }),
})

/** The body of POST /api/v1/macros/{id}/run. */
export type RunMacroBody = Static<typeof RunMacroBody>

/** The answer to a macro that was run. */
export const MacroRun = titled('MacroRun', {
  id: Id,
  conversation_ids: Type.Array(Id),
  undoable_until: Time,
})

/** The answer to a macro that was run. */
export type MacroRun = Static<typeof MacroRun>

/** The answer to a run that was undone. */
export const UndoneMacroRun = titled('UndoneMacroRun', {
  conversation_ids: Type.Array(Id),
  kept: Type.Array(Type.Unsafe<RuleAction>(Type.String()), {
    description: 'Actions that could not be undone, such as a sent message.',
  }),
})

/** The answer to a run that was undone. */
export type UndoneMacroRun = Static<typeof UndoneMacroRun>

/** Converts a row of `macros` to the API's macro. */
export function toMacro(row: Selectable<Macros>): Macro {
  return pickFields(Macro, { ...row, member_id: row.membership_id })
}
