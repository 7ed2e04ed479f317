import { useTranslations } from 'use-intl'
import type { ChannelEvent } from '#channels/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import type { channels } from '../../../text/settings-channels/en.ts'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { Row, Rows } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'

type Notice = keyof (typeof channels)['notices']

/** Shows what the platform reported about a channel and its account: quality, limits, templates. */
export function ChannelEvents({ id }: { id: string }) {
  const t = useTranslations('settings.channels')
  const tTemplates = useTranslations('settings.templates')
  const has = (key: string) => (t.has as (key: string) => boolean)(key)
  const hasTemplate = (key: string) => (tTemplates.has as (key: string) => boolean)(key)
  const outcomeOf = (event: string) =>
    hasTemplate(`statuses.${event}`)
      ? tTemplates(`statuses.${event as 'APPROVED'}`)
      : toSentence(event)
  const list = useList<Wire<ChannelEvent>>(
    ['channels', 'events', id],
    `/api/developer/channels/${id}/events`,
  )
  return (
    <PageSection title={t('reported')} gap="sm">
      <Rows label={t('reported')} list={list} empty={<DimmedText>{t('reportedNone')}</DimmedText>}>
        {(event) => (
          <Row
            key={event.id}
            title={
              has(`notices.${event.field}`) ? t(`notices.${event.field as Notice}`) : event.field
            }
            sub={event.event && outcomeOf(event.event)}
            tail={<TimeText value={event.occurred_at} />}
          />
        )}
      </Rows>
    </PageSection>
  )
}

/** Returns a name such as `ACCOUNT_RESTRICTION` as words. */
function toSentence(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
