import { Button, Group, Switch, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { SettingsFields } from '../../../components/settings-fields.tsx'
import type { NotificationSettings } from '../../../lib/notifications.ts'

const DEFAULT = { from: '20:00', to: '08:00' }

/** Lets the member choose the hours in which nothing is pushed. They are in the time zone of this browser. */
export function QuietHoursForm(props: {
  settings: NotificationSettings
  isPending: boolean
  onSave: (change: Partial<NotificationSettings>) => void
}) {
  const { settings, isPending, onSave } = props
  const t = useTranslations('notifications')
  const tSettings = useTranslations('settings')
  const saved = settings.quiet_hours
  const [isOn, setOn] = useState(saved !== null)
  const [hours, setHours] = useState(saved ?? DEFAULT)
  const timeZone = saved ? settings.time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const isChanged = saved === null || hours.from !== saved.from || hours.to !== saved.to
  const isSame = hours.from === hours.to
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSame) return
    const current = Intl.DateTimeFormat().resolvedOptions().timeZone
    onSave({ quiet_hours: hours, time_zone: current })
  }
  return (
    <form onSubmit={submit} aria-label={t('quietTitle')}>
      <SettingsFields>
        <Title order={2}>{t('quietTitle')}</Title>
        <Switch
          label={t('quiet')}
          description={t('quietText')}
          checked={isOn}
          onChange={(event) => {
            setOn(event.currentTarget.checked)
            if (!event.currentTarget.checked && saved !== null) onSave({ quiet_hours: null })
          }}
        />
        {isOn && (
          <>
            <Group align="flex-start">
              <TextInput
                type="time"
                label={t('quietFrom')}
                required
                value={hours.from}
                onChange={(event) => setHours({ ...hours, from: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                label={t('quietTo')}
                required
                error={isSame && t('quietSame')}
                value={hours.to}
                onChange={(event) => setHours({ ...hours, to: event.currentTarget.value })}
              />
            </Group>
            <DimmedText>{t('timeZone', { timeZone })}</DimmedText>
            <Button
              type="submit"
              w="fit-content"
              disabled={!isChanged || isSame}
              loading={isPending}
            >
              {tSettings('save')}
            </Button>
          </>
        )}
      </SettingsFields>
    </form>
  )
}
