import { useTranslations } from 'use-intl'
import { AUDIT_TOPICS } from '#shared/audit-actions.ts'
import type { AuditTopic } from '#shared/audit-actions.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { Member } from '#account/users/schema.ts'
import { ShortTime } from '../../components/short-time.tsx'
import { TablePage } from '../../components/table-page.tsx'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import type { FilterProps } from '../../components/filter-bar.tsx'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { AUDIT_FILTERS } from './audit-filters.ts'
import { auditEntryQuery } from './audit-entry-query.ts'
import type { Entry } from './audit-entry-query.ts'
import { AuditDetails, AuditSentence } from './audit-text.tsx'

/** Shows the audit log of the workspace. */
export const AuditPage = adminPage('settings.audit.title', Log)

function Log() {
  const t = useTranslations('settings.audit')
  const tTable = useTranslations('tables')
  const { filters, change, replace } = useUrlFilters(AUDIT_FILTERS)
  const topic = filters.topic as AuditTopic | undefined
  const list = useList<Entry>(['audit-log'], '/api/developer/audit-log', {
    query: {
      actor_id: filters.actor,
      action: topic && Object.hasOwn(AUDIT_TOPICS, topic) ? AUDIT_TOPICS[topic].join(',') : null,
    },
    filters,
    pollMs: 15_000,
  })
  return (
    <TablePage
      path="/settings/audit-log"
      preload={(id) => queryClient.prefetchQuery(auditEntryQuery(id))}
      title={t('title')}
      intro={t('intro')}
      filters={<LogFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText') }}
      columns={[
        {
          key: 'entry',
          label: t('entry'),
          place: 'title',
          cell: (entry) => <AuditSentence entry={entry} />,
          after: (entry) => <AuditDetails entry={entry} />,
        },
        {
          key: 'topic',
          label: t('topic'),
          from: 'm',
          width: 12,
          cell: ({ action }) => {
            const found = topicOf(action)
            return found && t(`topics.${found}`)
          },
        },
        {
          key: 'time',
          label: tTable('time'),
          width: 4.5,
          place: 'time',
          cell: (entry) => <ShortTime value={entry.occurred_at} />,
        },
      ]}
    />
  )
}

/** Returns the topic of an action; undefined for one of another version. */
function topicOf(action: string): AuditTopic | undefined {
  const topics = Object.entries(AUDIT_TOPICS) as [AuditTopic, readonly string[]][]
  return topics.find(([, actions]) => actions.includes(action))?.[0]
}

type AuditFilter = (typeof AUDIT_FILTERS)[number]

function LogFilters(props: FilterProps<AuditFilter>) {
  const t = useTranslations('settings.audit')
  const members = useList<Wire<Member>>(['members', 'list'], '/api/developer/members', {
    query: { limit: PAGE_SIZE.max },
  })
  return (
    <FilterBar
      {...props}
      choices={[
        {
          name: 'actor',
          label: t('actor'),
          isUsual: true,
          choices: members.rows.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'topic',
          label: t('topic'),
          isUsual: true,
          choices: (Object.keys(AUDIT_TOPICS) as AuditTopic[]).map((value) => ({
            value,
            label: t(`topics.${value}`),
          })),
        },
      ]}
    />
  )
}
