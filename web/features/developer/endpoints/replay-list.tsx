import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { ReplayRow } from './replay-row.tsx'
import { replaysQuery } from './replays-query.ts'
import { PlainRows } from '../../../components/rows.tsx'

/** Shows an endpoint's newest replays with their live progress. */
export function ReplayList({ endpointId, onReplay }: { endpointId: string; onReplay: () => void }) {
  const t = useTranslations('developer.webhooks')
  const { data } = useQuery(replaysQuery(endpointId))
  if (!data || data.data.length === 0) return null
  return (
    <PageSection
      title={t('replays')}
      actions={
        <Button size="compact-sm" variant="default" onClick={onReplay}>
          {t('replay')}
        </Button>
      }
    >
      <PlainRows label={t('replays')}>
        {data.data.map((replay) => (
          <ReplayRow key={replay.id} replay={replay} />
        ))}
      </PlainRows>
    </PageSection>
  )
}
