import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { useCommands } from '../../../lib/commands.ts'
import { Row } from '../../../components/rows.tsx'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { ChannelState } from './channel-state.tsx'
import { platformsQuery } from './channels-query.ts'
import type { ChannelResource } from './channels-query.ts'
import { formatPhone } from '../../../lib/format-phone.ts'

/** Shows the workspace's channels. */
export const ChannelsPage = adminPage('settings.channels.title', Channels)

function Channels() {
  const t = useTranslations('settings.channels')
  const tWebChats = useTranslations('settings.webChats')
  const navigate = useNavigate()
  const list = useList<ChannelResource>(['channels', 'list'], '/api/developer/channels', {
    pollMs: 15_000,
  })
  const { data: platforms = [] } = useQuery(platformsQuery)
  const ways = platforms
    .filter((platform) => platform.checks_accounts)
    .map(({ type, name }) => ({
      type,
      label: t('connect', { platform: name }),
      to: '/settings/channels/connect',
      search: { type },
    }))
  useCommands(
    ways.map(({ type, label, to, search }) => ({
      id: `connect-${type}`,
      label,
      run: () => void navigate({ to, search }),
    })),
  )
  const connect = (
    <Group gap="xs">
      {ways.map(({ type, label, to, search }) => (
        <Button
          key={type}
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link to={to} search={search} {...props} />}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/settings/channels/web-chat" {...props} />}
      >
        {tWebChats('create')}
      </Button>
    </Group>
  )
  return (
    <ListPage
      title={t('title')}
      actions={list.rows.length > 0 && connect}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: connect }}
      row={(channel) => <ChannelRow key={channel.id} channel={channel} />}
    />
  )
}

function ChannelRow({ channel }: { channel: ChannelResource }) {
  const t = useTranslations('settings.channels')
  const { ago } = useTimes()
  return (
    <Row
      to={`/settings/channels/${channel.id}`}
      lead={<ChannelState channel={channel} />}
      title={<CustomerText>{channel.name}</CustomerText>}
      sub={
        <>
          <span>{CHANNEL_NAMES[channel.type]}</span>
          <span>{formatPhone(channel.display_phone ?? channel.account)}</span>
          {channel.is_simulated && <span>{t('simulated')}</span>}
          {channel.last_inbound_at && (
            <span>{t('lastInbound', { when: ago(channel.last_inbound_at) })}</span>
          )}
          {channel.messaging_limit && <span>{t('limit', { limit: channel.messaging_limit })}</span>}
        </>
      }
    />
  )
}
