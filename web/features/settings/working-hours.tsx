import { NativeSelect, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SettingsFields } from '../../components/settings-fields.tsx'
import { useAction } from '../../components/use-action.ts'
import { saveAvailability } from '../../lib/availability.ts'
import { useFindMember } from '../../lib/members.ts'
import { useSession } from '../../lib/session.ts'
import { hoursQuery } from './hours/hours-query.ts'

/** Chooses the working hours of the signed-in member among the business hours; shows nothing in a workspace without any. */
export function WorkingHours() {
  const t = useTranslations('availability')
  const tSettings = useTranslations('settings')
  const me = useFindMember()(useSession().membership.id)
  const { data: all = [] } = useQuery(hoursQuery)
  const save = useAction({
    run: (id: string) => saveAvailability({ business_hours_id: id || null }),
    done: tSettings('saved'),
    failed: tSettings('saveFailed'),
  })
  if (!me || all.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <SettingsFields>
        <Title order={2}>{t('title')}</Title>
        <NativeSelect
          label={t('workingHours')}
          description={t('workingHoursHint')}
          data={[
            { value: '', label: t('noWorkingHours') },
            ...all.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={save.isPending ? save.variables : (me.business_hours_id ?? '')}
          onChange={(event) => save.mutate(event.currentTarget.value)}
        />
      </SettingsFields>
    </section>
  )
}
