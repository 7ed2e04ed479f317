import type { UseFormReturnType } from '@mantine/form'
import type { CsatSettings } from '#csat/schema.ts'
import { toScale } from '#shared/csat.ts'
import type { Wire } from '../../../lib/wire.ts'

/** The fields of the form, as its controls hold them. */
export type CsatValues = ReturnType<typeof toValues>

/** The form of the settings. */
export type CsatForm = UseFormReturnType<CsatValues>

/** Returns the fields of the form with these settings. */
export function toValues(settings: Wire<CsatSettings>) {
  return {
    isOn: settings.is_on,
    delay: settings.delay_minutes as number | string,
    days: settings.person_days as number | string,
    scale: String(settings.scale),
    way: settings.way as string,
    asksComment: settings.asks_comment,
    template: settings.template,
    teams: settings.off_team_ids,
    texts: settings.texts,
  }
}

/** Returns the body that saves the fields of the form. */
export function toBody(values: CsatValues) {
  return {
    is_on: values.isOn,
    delay_minutes: Number(values.delay),
    person_days: Number(values.days),
    scale: toScale(Number(values.scale)),
    way: values.way,
    asks_comment: values.asksComment,
    template: values.template,
    off_team_ids: values.teams,
    texts: values.texts,
  }
}
