import { useTranslations } from 'use-intl'
import { AUDIT_TOPICS } from '#shared/audit-actions.ts'
import type { AuditTopic } from '#shared/audit-actions.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { AuditEntry } from '#account/audit/schema.ts'
import type { Member } from '#account/users/schema.ts'
import { ListPage } from '../../components/list-page.tsx'
import type { Wire } from '../../lib/wire.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import type { FilterProps } from '../../components/filter-bar.tsx'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { AUDIT_FILTERS } from './audit-filters.ts'
import { AuditRow } from './audit-row.tsx'

/** Shows the audit log of the workspace. */
export const AuditPage = adminPage('settings.audit.title', Log)

function Log() {
  const t = useTranslations('settings.audit')
  const { filters, change, replace } = useUrlFilters(AUDIT_FILTERS)
  const topic = filters.topic as AuditTopic | undefined
  const list = useList<Wire<AuditEntry>>(['audit-log'], '/api/developer/audit-log', {
    query: {
      actor_id: filters.actor,
      action: topic && Object.hasOwn(AUDIT_TOPICS, topic) ? AUDIT_TOPICS[topic].join(',') : null,
    },
    filters,
    pollMs: 15_000,
  })
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      filters={<LogFilters filters={filters} onChange={change} onClear={() => replace({})} />}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText') }}
      row={(entry) => <AuditRow key={entry.id} entry={entry} />}
    />
  )
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
      selects={[
        {
          name: 'actor',
          label: t('actor'),
          any: t('anybody'),
          choices: members.rows.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'topic',
          label: t('topic'),
          any: t('anything'),
          choices: (Object.keys(AUDIT_TOPICS) as AuditTopic[]).map((value) => ({
            value,
            label: t(`topics.${value}`),
          })),
        },
      ]}
    />
  )
}
