import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import { CHANNEL_NAMES, WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { Page } from '../../../components/page.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { api } from '../../../lib/api.ts'
import { channelQuery, platformsQuery, refreshChannels, usePlatform } from './channels-query.ts'
import { adminPage } from '../admin-page.tsx'
import { ChannelEvents } from './channel-events.tsx'
import { ChannelForm } from './channel-form.tsx'
import { ChannelState } from './channel-state.tsx'
import { ChannelSteps } from './channel-steps.tsx'
import { ReconnectWebChat, WebChatSections } from './web-chat-sections.tsx'
import type { ChannelResource } from './channels-query.ts'
import { formatPhone } from '../../../lib/format-phone.ts'
import { isSettled } from '../../../lib/is-settled.ts'

/** Shows one channel: its connection checks, settings, events, and a button to disconnect it. */
export const ChannelPage = adminPage('settings.channels.title', Loaded)

function Loaded() {
  const t = useTranslations('settings.channels')
  const { id } = useParams({ strict: false }) as { id: string }
  const channel = useQuery(channelQuery(id))
  // The platform says which fields the form has.
  const platforms = useQuery(platformsQuery)
  if (channel.data && isSettled(platforms)) return <Shown channel={channel.data} />
  return (
    <Page title={t('title')}>
      <QueryState query={channel} back={{ to: '/settings/channels', label: t('title') }} />
    </Page>
  )
}

function Shown({ channel }: { channel: ChannelResource }) {
  const t = useTranslations('settings.channels')
  const tWebChats = useTranslations('settings.webChats')
  const isWebChat = channel.type === WEB_CHAT_TYPE
  const disconnectText = isWebChat ? tWebChats('disconnectText') : t('disconnectText')
  const [isAsking, setAsking] = useState(false)
  return (
    <Page
      title={channel.name}
      back={{ to: '/settings/channels', label: t('title') }}
      beside={<ChannelState channel={channel} />}
      width={isWebChat ? 'wide' : 'form'}
    >
      <DimmedText mb="lg">
        {CHANNEL_NAMES[channel.type]} · {formatPhone(channel.display_phone ?? channel.account)}
      </DimmedText>
      {channel.disconnected_at === null ? (
        <Stack gap="xl">
          {isWebChat ? (
            <WebChatSections id={channel.id} />
          ) : (
            <>
              <ChannelSteps channel={channel} />
              <ChannelForm key={channel.id} channel={channel} />
              <ChannelEvents id={channel.id} />
            </>
          )}
          <PageSection title={t('disconnect')}>
            <DimmedText>{disconnectText}</DimmedText>
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              w="fit-content"
              onClick={() => setAsking(true)}
            >
              {t('disconnect')}
            </Button>
          </PageSection>
        </Stack>
      ) : (
        <Disconnected channel={channel} at={channel.disconnected_at} />
      )}
      <ConfirmAction
        item={isAsking && channel}
        title={t('disconnectTitle', { name: channel.name })}
        text={disconnectText}
        confirmLabel={t('disconnect')}
        isDangerous
        run={({ id }) => api.post(`/api/developer/channels/${id}/disconnect`)}
        done={t('disconnected', { name: channel.name })}
        failed={t('disconnectFailed')}
        onSettled={() => {
          setAsking(false)
          refreshChannels()
        }}
        onClose={() => setAsking(false)}
      />
    </Page>
  )
}

function Disconnected({ channel, at }: { channel: ChannelResource; at: string }) {
  const t = useTranslations('settings.channels')
  const { ago } = useTimes()
  const platform = usePlatform(channel.type)
  const isWebChat = channel.type === WEB_CHAT_TYPE
  const [isAsking, setAsking] = useState(false)
  return (
    <Stack align="start">
      <Text>{t('disconnectedText', { when: ago(at) })}</Text>
      {isWebChat && <ReconnectWebChat id={channel.id} />}
      {platform?.checks_accounts && (
        <Button
          renderRoot={(props) => (
            <Link
              to="/settings/channels/connect"
              search={{ type: channel.type, account: channel.account }}
              {...props}
            />
          )}
        >
          {t('reconnect')}
        </Button>
      )}
      {!isWebChat && (
        <DimmedText>
          {channel.released_at === null ? t('reservedText') : t('releasedText')}
        </DimmedText>
      )}
      {!isWebChat && channel.released_at === null && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('release')}
        </Button>
      )}
      <ConfirmAction
        item={isAsking && channel}
        title={t('releaseTitle', { name: channel.name })}
        text={t('releaseText')}
        confirmLabel={t('release')}
        isDangerous
        run={({ id }) => api.post(`/api/developer/channels/${id}/release`)}
        done={t('released', { name: channel.name })}
        failed={t('releaseFailed')}
        onSettled={() => {
          setAsking(false)
          refreshChannels()
        }}
        onClose={() => setAsking(false)}
      />
    </Stack>
  )
}
