import { Stack, Text, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ChannelEvent } from '#channels/schema.ts'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { Row, Rows } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'

/** Shows what the platform reported about a channel and its account: quality, limits, templates. */
export function ChannelEvents({ id }: { id: string }) {
  const t = useTranslations('settings.channels')
  const list = useList<Wire<ChannelEvent>>(
    ['channels', 'events', id],
    `/api/developer/channels/${id}/events`,
  )
  return (
    <Stack component="section" gap="sm" aria-label={t('reported')}>
      <Title order={2}>{t('reported')}</Title>
      <Rows
        label={t('reported')}
        list={list}
        empty={
          <Text size="sm" c="dimmed">
            {t('reportedNone')}
          </Text>
        }
      >
        {(event) => (
          <Row
            key={event.id}
            title={<span translate="no">{event.field}</span>}
            sub={event.event}
            tail={<TimeText value={event.occurred_at} />}
          />
        )}
      </Rows>
    </Stack>
  )
}
