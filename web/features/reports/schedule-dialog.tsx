import { Group, MultiSelect, NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTimeZone, useTranslations } from 'use-intl'
import type { ReportSchedule } from '#reports/schedules/schema.ts'
import { SCHEDULE_INTERVALS, SCHEDULE_MAX, SCHEDULE_PERIODS } from '#shared/reports.ts'
import type { ReportName, ScheduleInterval } from '#shared/reports.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { dateFormat } from '../../lib/day.ts'
import { membersQuery } from '../../lib/members.ts'
import { useSession } from '../../lib/session.ts'
import type { Wire } from '../../lib/wire.ts'

/** The report that the page shows, with its filters by their names in the API. */
export type NewSchedule = { report: ReportName; filters: Record<string, string> }

/** The last day of the month on which a report can be sent: each month has it. */
const LAST_DAY = 28

/** The dialog that schedules a report, or changes when and to whom one is sent. */
export function ScheduleDialog(props: {
  schedule: Wire<ReportSchedule> | null
  shown: NewSchedule
  onSaved: () => void
  onClose: () => void
}) {
  const { schedule, shown, onSaved, onClose } = props
  const t = useTranslations('reports.schedules')
  const tReports = useTranslations('reports')
  const zone = useTimeZone() ?? 'UTC'
  const weekdays = useWeekdays()
  const me = useSession().membership.id
  const { data: members = [] } = useQuery(membersQuery)
  const form = useForm({
    initialValues: {
      period: schedule?.period ?? ('week' as const),
      every: schedule?.every ?? ('week' as ScheduleInterval),
      on_day: String(schedule?.on_day ?? 1),
      hour: String(schedule?.hour ?? 8),
      recipient_ids: schedule?.recipient_ids ?? [me],
    },
  })
  const { every } = form.values
  const save = useSubmit(form, {
    send: ({ on_day, hour, ...values }) => {
      const body = {
        ...values,
        on_day: every === 'day' ? null : Math.min(Number(on_day), every === 'week' ? 7 : LAST_DAY),
        hour: Number(hour),
        time_zone: schedule?.time_zone ?? zone,
      }
      return schedule
        ? api.patch(`/api/app/report-schedules/${schedule.id}`, body)
        : api.post('/api/app/report-schedules', { ...shown, ...body })
    },
    done: t('saved'),
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const days =
    every === 'week'
      ? weekdays
      : Array.from({ length: LAST_DAY }, (_, day) => ({
          value: String(day + 1),
          label: String(day + 1),
        }))
  return (
    <FormDialog
      title={t('formTitle', { report: tReports(`tabs.${schedule?.report ?? shown.report}`) })}
      request={save}
      submitLabel={schedule ? t('save') : t('create')}
      onClose={onClose}
    >
      <NativeSelect
        label={tReports('period')}
        data={SCHEDULE_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        data-autofocus
        {...form.getInputProps('period')}
      />
      <Group grow align="flex-end">
        <NativeSelect
          label={t('every')}
          data={SCHEDULE_INTERVALS.map((value) => ({ value, label: t(`intervals.${value}`) }))}
          {...form.getInputProps('every')}
        />
        {every !== 'day' && (
          <NativeSelect label={t(`day.${every}`)} data={days} {...form.getInputProps('on_day')} />
        )}
        <NativeSelect
          label={t('hour')}
          data={Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: `${String(hour).padStart(2, '0')}:00`,
          }))}
          {...form.getInputProps('hour')}
        />
      </Group>
      <MultiSelect
        label={t('recipients')}
        data={members
          .filter((member) => member.removed_at === null)
          .map(({ id, name }) => ({ value: id, label: name }))}
        maxValues={SCHEDULE_MAX.recipients}
        searchable
        required
        {...form.getInputProps('recipient_ids')}
      />
      <DimmedText>{t('hint', { zone: schedule?.time_zone ?? zone })}</DimmedText>
    </FormDialog>
  )
}

/** Returns the days of a week with their names, Monday first. */
function useWeekdays() {
  const format = dateFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => ({
    value: String(day + 1),
    // 5 January 2026 is a Monday.
    label: format.format(new Date(Date.UTC(2026, 0, 5 + day))),
  }))
}
