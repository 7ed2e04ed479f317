import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { REPORT_HOURS, WORK_GROUPS } from '#shared/reports.ts'
import type { ReportHours, WorkGroup } from '#shared/reports.ts'
import type { Channel } from '#channels/schema.ts'
import type { Member } from '#account/users/schema.ts'
import type { Endpoint } from '#webhooks/schema.ts'
import { useIsAdmin } from '../../lib/session.ts'
import { api } from '../../lib/api.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import classes from './reports.module.css'
import type { ReportName, ReportSearch } from './search.ts'
import { hasFilter, hasHours } from './use-report.ts'

/**
 * Shows the filters of a report: channel, member and endpoint, if the report supports them and there are several, and the hours that
 * count, if there are business hours.
 */
export function ReportFilters(props: {
  report: ReportName
  search: ReportSearch
  onChange: (change: Partial<ReportSearch>) => void
}) {
  const { report, search, onChange } = props
  const t = useTranslations('reports')
  const isAdmin = useIsAdmin()
  const members = useChoices<Wire<Member>>('/api/v1/members', hasFilter(report, 'member'))
  const channels = useChoices<Wire<Channel>>(
    '/api/developer/channels',
    isAdmin && hasFilter(report, 'channel'),
  )
  const hours = useChoices<{ id: string }>('/api/v1/business-hours', hasHours(report))
  const endpoints = useChoices<Wire<Endpoint>>(
    '/api/developer/webhooks',
    isAdmin && hasFilter(report, 'endpoint'),
  )
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

/** Returns the first 100 items of a list; an empty array while it loads, is disabled, or has failed. */
function useChoices<T>(path: string, isAsked: boolean): T[] {
  const list = useQuery({
    queryKey: ['reports', 'choices', path],
    queryFn: ({ signal }) => api.get<Page<T>>(path, { limit: PAGE_SIZE.max }, signal),
    enabled: isAsked,
  })
  return list.data?.data ?? []
}
