import { Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { BUSINESS_HOURS_MAX, WEEKDAYS } from '#shared/business-hours.ts'
import { RowButton } from '../row-buttons.tsx'
import { monthNames, weekdayName } from './day-words.ts'
import { EXCEPTION_KINDS, NTHS } from './exception-values.ts'
import type { ExceptionValues } from './exception-values.ts'
import { PeriodFields } from './period-fields.tsx'

/** Shows the fields of a day with other hours. */
export function ExceptionFields(props: {
  exception: ExceptionValues
  onChange: (exception: ExceptionValues) => void
  onRemove: () => void
}) {
  const { exception, onChange, onRemove } = props
  const t = useTranslations('settings.hours')
  const name = exception.label.trim() || t('unnamedDay')
  const set = (values: Partial<ExceptionValues>) => onChange({ ...exception, ...values })
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          label={t('label')}
          required
          dir="auto"
          maxLength={BUSINESS_HOURS_MAX.label}
          style={{ flex: '1 1 9rem' }}
          value={exception.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('kind')}
          data={EXCEPTION_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={exception.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as ExceptionValues['kind'] })}
        />
        <DayFields exception={exception} set={set} />
        <RowButton
          label={t('removeException', { label: name })}
          icon={<IconTrash size={18} aria-hidden />}
          onClick={onRemove}
        />
      </Group>
      <PeriodFields
        day={name}
        periods={exception.periods}
        onChange={(periods) => set({ periods })}
      />
    </Stack>
  )
}

function DayFields(props: {
  exception: ExceptionValues
  set: (values: Partial<ExceptionValues>) => void
}) {
  const { exception, set } = props
  const t = useTranslations('settings.hours')
  const locale = useLocale()
  const { kind } = exception
  if (kind === 'date')
    return (
      <TextInput
        type="date"
        required
        label={t('date')}
        value={exception.date}
        onChange={(event) => set({ date: event.currentTarget.value })}
      />
    )
  if (kind === 'easter')
    return (
      <NumberInput
        label={t('easter')}
        min={-70}
        max={70}
        allowDecimal={false}
        value={exception.easter}
        onChange={(value) => set({ easter: Number(value) })}
      />
    )
  const month = (
    <NativeSelect
      label={t('month')}
      data={monthNames(locale).map((label, index) => ({ value: String(index + 1), label }))}
      value={String(exception.month)}
      onChange={(event) => set({ month: Number(event.currentTarget.value) })}
    />
  )
  if (kind === 'yearly')
    return (
      <>
        <NumberInput
          label={t('day')}
          w="5rem"
          min={1}
          max={31}
          allowDecimal={false}
          value={exception.day}
          onChange={(value) => set({ day: Number(value) })}
        />
        {month}
      </>
    )
  return (
    <>
      <NativeSelect
        label={t('nth')}
        data={(Object.keys(NTHS) as (keyof typeof NTHS)[]).map((value) => ({
          value,
          label: t(`nths.${value}`),
        }))}
        value={exception.nth}
        onChange={(event) => set({ nth: event.currentTarget.value as keyof typeof NTHS })}
      />
      <NativeSelect
        label={t('weekday')}
        data={WEEKDAYS.map((value) => ({ value, label: weekdayName(value, locale) }))}
        value={exception.weekday}
        onChange={(event) =>
          set({ weekday: event.currentTarget.value as ExceptionValues['weekday'] })
        }
      />
      {month}
    </>
  )
}
