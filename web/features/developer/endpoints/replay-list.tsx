import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Replay } from '#webhooks/replays/schema.ts'
import { PageSection } from '../../../components/page-section.tsx'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'
import { ReplayRow } from './replay-row.tsx'
import { PlainRows } from '../../../components/rows.tsx'

/** Shows an endpoint's newest replays with their live progress. */
export function ReplayList({ endpointId, onReplay }: { endpointId: string; onReplay: () => void }) {
  const t = useTranslations('developer.webhooks')
  const { data } = useQuery({
    queryKey: ['developer', 'replays', endpointId],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Replay>>>(
        '/api/developer/webhooks/replays',
        { endpoint_id: endpointId, limit: 5 },
        signal,
      ),
  })
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
