import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { BUSINESS_HOURS_MAX } from '#shared/business-hours.ts'
import type { Period } from '#shared/business-hours.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'

/** The period that a closed day gets first. */
const FIRST: Period = ['09:00', '17:00']

/** Shows the periods of a day, and changes them. `day` names it. */
export function PeriodFields(props: {
  day: string
  periods: readonly Period[]
  onChange: (periods: Period[]) => void
}) {
  const { day, periods, onChange } = props
  const t = useTranslations('settings.hours')
  const replace = (at: number, period: Period) => onChange(periods.with(at, period))
  return (
    <Group gap="xs" align="center" wrap="wrap">
      {periods.length === 0 && <DimmedText>{t('closed')}</DimmedText>}
      {periods.map(([from, to], index) => (
        <Group key={index} gap={4} wrap="nowrap">
          <TextInput
            type="time"
            size="xs"
            aria-label={t('from', { day })}
            value={toField(from)}
            onChange={(event) => replace(index, [event.currentTarget.value || from, to])}
          />
          –
          <TextInput
            type="time"
            size="xs"
            aria-label={t('to', { day })}
            value={toField(to)}
            onChange={(event) => replace(index, [from, event.currentTarget.value || to])}
          />
          <ActionIcon
            aria-label={t('removePeriod', { day, from, to })}
            onClick={() => onChange(periods.toSpliced(index, 1))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {periods.length < BUSINESS_HOURS_MAX.periods && (
        <ActionIcon
          aria-label={t('addPeriod', { day })}
          onClick={() => onChange([...periods, FIRST])}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Returns a time as fields show it: they have no 24:00, and a period that ends at 00:00 ends at the same time. */
function toField(time: string): string {
  return time === '24:00' ? '00:00' : time
}
