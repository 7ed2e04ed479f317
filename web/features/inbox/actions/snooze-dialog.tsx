import { Button, Group } from '@mantine/core'
import { IconBellRinging, IconCalendarTime, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayOf, untilTime } from '../../../lib/day.ts'
import { isLike, Picker } from './picker.tsx'
import classes from './picker.module.css'
import { toLocalMinute } from '../../../lib/local-time.ts'
import { snoozeTimes } from './snooze-times.ts'

/**
 * Chooses a suggested or another time until which conversations are snoozed. With `reminderTitle`, also whether that is a reminder for the
 * case that the customer does not answer.
 */
export function SnoozeDialog(props: {
  title: string
  reminderTitle?: string
  onSnooze: (at: Date, isReminder: boolean) => void
  onClose: () => void
}) {
  const { title, reminderTitle, onSnooze, onClose } = props
  const t = useTranslations('inboxPicker')
  const locale = useLocale()
  const [now] = useState(() => new Date())
  const [own, setOwn] = useState<string | null>(null)
  const [isPast, setPast] = useState(false)
  const [isReminder, setReminder] = useState(false)
  const save = () => {
    const at = new Date(own ?? '')
    if (!(at.getTime() > Date.now())) return setPast(true)
    onClose()
    onSnooze(at, isReminder)
  }
  const choices = [
    ...snoozeTimes(now).map(({ name, at }) => ({
      id: name,
      label: t(name),
      detail: untilTime(at.toISOString(), dayOf(now), locale),
      icon: <IconClock size={17} aria-hidden />,
      run: () => {
        onClose()
        onSnooze(at, isReminder)
      },
    })),
    {
      id: 'custom',
      label: t('custom'),
      icon: <IconCalendarTime size={17} aria-hidden />,
      run: () => setOwn(toLocalMinute(new Date(now.getTime() + 24 * 3_600_000))),
    },
    ...(reminderTitle === undefined || isReminder
      ? []
      : [
          {
            id: 'reminder',
            label: t('remind'),
            icon: <IconBellRinging size={17} aria-hidden />,
            run: () => setReminder(true),
          },
        ]),
  ]
  return (
    <Picker
      // What was typed and chosen belongs to the list before.
      key={String(isReminder)}
      title={isReminder && reminderTitle !== undefined ? reminderTitle : title}
      placeholder={t(isReminder ? 'remindSearch' : 'snoozeSearch')}
      choices={(query) => choices.filter(({ label }) => isLike(label, query))}
      keepsOpen
      footer={
        own !== null && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            <Group mt="sm" align="flex-end" wrap="nowrap" gap="xs">
              <label className={classes.own}>
                <span>{t('customLabel')}</span>
                <input
                  type="datetime-local"
                  className={classes.field}
                  value={own}
                  min={toLocalMinute(now)}
                  required
                  aria-invalid={isPast}
                  autoFocus
                  onChange={(event) => {
                    setOwn(event.target.value)
                    setPast(false)
                  }}
                />
              </label>
              <Button type="submit">{t(isReminder ? 'remindSave' : 'customSave')}</Button>
            </Group>
            {isPast && (
              <p className={classes.problem} role="alert">
                {t('past')}
              </p>
            )}
          </form>
        )
      }
      onClose={onClose}
    />
  )
}
