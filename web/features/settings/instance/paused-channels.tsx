import { useTranslations } from 'use-intl'
import { CopyId } from '../../../components/copy-id.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import type { Instance, Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'
import { WorkspaceName } from './workspace-name.tsx'

/** Shows the channels of a shard that send nothing. */
export function PausedChannels(props: { shard: Shard; workspaces: Instance['workspaces'] }) {
  const { shard, workspaces } = props
  const t = useTranslations('settings.instance.channels')
  const { toMinute } = useTimes()
  const { channels } = shard
  return (
    <PageSection title={t('title')}>
      {!channels ? (
        <Unread />
      ) : (
        <PlainRows none={t('none')} label={t('title')}>
          {channels.map((channel) => (
            <Row
              key={channel.id}
              wraps
              lead={
                <StatusText tone={channel.state === 'stopped' ? 'bad' : 'busy'}>
                  {t(channel.state)}
                </StatusText>
              }
              title={<CustomerText>{channel.name}</CustomerText>}
              sub={
                <>
                  <span>
                    <WorkspaceName id={channel.workspace_id} workspaces={workspaces} />
                  </span>
                  {channel.held_until !== null && (
                    <span>{t('heldUntil', { time: toMinute(channel.held_until) })}</span>
                  )}
                  {channel.stopped_at !== null && (
                    <span>{t('stoppedSince', { time: toMinute(channel.stopped_at) })}</span>
                  )}
                  {channel.error_code !== null && (
                    <span>{t('code', { code: channel.error_code })}</span>
                  )}
                </>
              }
              tail={<CopyId id={channel.id} />}
            />
          ))}
        </PlainRows>
      )}
    </PageSection>
  )
}
