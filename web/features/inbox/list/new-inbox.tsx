import { Button, Group } from '@mantine/core'
import { IconExternalLink, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Channel } from '#channels/schema.ts'
import { EmptyState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import { openNewMessage } from '../../../lib/new-message.ts'
import { useAppConfig, useIsAdmin } from '../../../lib/session.ts'
import type { Page, Wire } from '../../../lib/wire.ts'

/** Says how a team gets its first conversation: by connecting a channel, by the simulator, or by writing to a contact. */
export function NewInbox() {
  const t = useTranslations('inboxEmpty')
  const tShell = useTranslations('shell')
  const isAdmin = useIsAdmin()
  const simulator = useAppConfig()?.demo?.simulator_url
  // Only admins may list and connect channels.
  const channels = useQuery({
    queryKey: ['channels', 'any'],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Channel>>>('/api/developer/channels', { limit: 1 }, signal),
    enabled: isAdmin,
  })
  if (channels.isLoading) return <LoadingRows count={2} height={54} />
  const isToConnect = channels.data?.data.length === 0
  return (
    <EmptyState
      icon={<IconInbox size={32} stroke={1.5} aria-hidden />}
      title={t('new')}
      text={t(isToConnect ? 'newTextConnect' : 'newText')}
    >
      <Group gap="xs" justify="center">
        {isToConnect ? (
          <Button
            size="xs"
            renderRoot={(given) => <Link to="/settings/channels/connect" {...given} />}
          >
            {t('connect')}
          </Button>
        ) : (
          <Button size="xs" onClick={() => openNewMessage()}>
            {tShell('newMessage')}
          </Button>
        )}
        {simulator && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            renderRoot={(given) => (
              <a href={simulator} target="_blank" rel="noreferrer" {...given} />
            )}
          >
            {t('simulator')}
          </Button>
        )}
      </Group>
    </EmptyState>
  )
}
