import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CopyId } from '../../components/copy-id.tsx'
import { Detail } from '../../components/detail.tsx'
import { Facts } from '../../components/facts.tsx'
import { JsonBlock } from '../../components/json-block.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { auditEntryQuery } from './audit-entry-query.ts'
import type { Entry } from './audit-entry-query.ts'
import { AuditCaller, AuditChanges, AuditSentence, useAuditChanges } from './audit-text.tsx'

/** Shows one entry of the audit log: what changed, from where, and the entry as the API returns it. */
export function AuditEntryPage() {
  const t = useTranslations('settings.audit')
  const { id } = useParams({ strict: false }) as { id: string }
  const entry = useQuery(auditEntryQuery(id))
  const back = { to: '/settings/audit-log', label: t('title') }
  if (entry.data) return <EntryView key={id} entry={entry.data} />
  return (
    <Detail title={t('entry')} back={back}>
      <QueryState query={entry} back={back} />
    </Detail>
  )
}

function EntryView({ entry }: { entry: Entry }) {
  const t = useTranslations('settings.audit')
  const isChange = useAuditChanges()(entry).length > 0
  const isCall = entry.data['address'] !== undefined || entry.data['reason'] !== undefined
  return (
    <Detail
      title={t('entry')}
      heading={<AuditSentence entry={entry} />}
      back={{ to: '/settings/audit-log', label: t('title') }}
      copied={JSON.stringify(entry, null, 2)}
    >
      <Stack gap="xl">
        <Facts
          facts={[
            isChange ? { label: t('changes'), value: <AuditChanges entry={entry} /> } : undefined,
            isCall ? { label: t('where'), value: <AuditCaller entry={entry} /> } : undefined,
            { label: t('at'), value: <TimeText value={entry.occurred_at} exact /> },
            { label: t('id'), value: <CopyId id={entry.id} /> },
          ]}
        />
        <PageSection title={t('data')}>
          <JsonBlock label="JSON" text={JSON.stringify(entry)} maxHeight={640} />
        </PageSection>
      </Stack>
    </Detail>
  )
}
