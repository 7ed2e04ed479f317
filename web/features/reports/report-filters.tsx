import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { REPORT_HOURS, WORK_GROUPS } from '#shared/reports.ts'
import type { ReportHours, WorkGroup } from '#shared/reports.ts'
import classes from './reports.module.css'
import type { ReportName, ReportSearch } from './search.ts'
import type { ReportChoices } from './use-report-choices.ts'
import { hasFilter } from './use-report.ts'

/**
 * Shows the filters of a report: channel, member and endpoint, if the report supports them and there are several, and the hours that
 * count, if there are business hours.
 */
export function ReportFilters(props: {
  report: ReportName
  search: ReportSearch
  choices: ReportChoices
  onChange: (change: Partial<ReportSearch>) => void
}) {
  const { report, search, onChange } = props
  const t = useTranslations('reports')
  const { members, channels, hours, endpoints } = props.choices
  const fields = [
    {
      name: 'member' as const,
      choices: members.map(({ id, name, email }) => ({ value: id, label: name || email })),
    },
    {
      name: 'channel' as const,
      choices: channels.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'endpoint' as const,
      choices: endpoints.map(({ id, url, description }) => ({
        value: id,
        label: description || url,
      })),
    },
  ].filter(({ name, choices }) => hasFilter(report, name) && choices.length > 1)
  return (
    <>
      {report === 'work' && (
        <NativeSelect
          className={classes.field}
          label={t('work.sideBySide')}
          value={search.by ?? 'member'}
          data={WORK_GROUPS.map((value) => ({
            value,
            label: value === 'member' ? t('work.beside') : t(`work.titles.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ by: value as WorkGroup })}
        />
      )}
      {fields.map(({ name, choices }) => (
        <NativeSelect
          key={name}
          className={classes.field}
          label={t(`filters.${name}`)}
          value={search[name] ?? ''}
          data={[{ value: '', label: t(`filters.any-${name}`) }, ...choices]}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
        />
      ))}
      {hours.length > 0 && (
        <NativeSelect
          className={classes.field}
          label={t('hours.label')}
          value={search.hours ?? 'all'}
          data={REPORT_HOURS.map((value) => ({ value, label: t(`hours.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ hours: value as ReportHours })}
        />
      )}
    </>
  )
}
