import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { notifyDone } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { FoldedSection } from '../../../components/folded-section.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { api } from '../../../lib/api.ts'
import { refreshChannels } from './channels-query.ts'
import { WebChatForm } from './web-chat-form.tsx'
import { toBody, toSnippet, webChatQuery } from './web-chat-resource.ts'
import type { SecretWebChat, WebChatResource } from './web-chat-resource.ts'
import { WebChatSecret } from './web-chat-secret.tsx'

/** Shows how to add a web chat to a site, its settings, and its secret. */
export function WebChatSections({ id }: { id: string }) {
  const chat = useQuery(webChatQuery(id))
  if (chat.data) return <Shown chat={chat.data} />
  return <QueryState query={chat} />
}

function Shown({ chat }: { chat: WebChatResource }) {
  const t = useTranslations('settings.webChats')
  const tSettings = useTranslations('settings')
  return (
    <Stack gap="xl">
      <PageSection title={t('embed')}>
        <Text size="sm">{t('embedText')}</Text>
        <CodeBlock label="HTML" text={toSnippet(chat)} wrap />
        <Anchor size="sm" underline="always" href="/docs/guides/embed-web-chat" target="_blank">
          {t('guide')}
        </Anchor>
      </PageSection>
      <WebChatForm
        key={chat.id}
        chat={chat}
        label={t('settings')}
        submitLabel={tSettings('save')}
        save={async (values) => {
          await api.patch(`/api/developer/web-chats/${chat.id}`, toBody(values))
          notifyDone(t('saved'))
          refreshChannels()
        }}
      />
      <SecretSection id={chat.id} />
    </Stack>
  )
}

function SecretSection({ id }: { id: string }) {
  const t = useTranslations('settings.webChats')
  const [isAsking, setAsking] = useState(false)
  const [rotated, setRotated] = useState<SecretWebChat | null>(null)
  const rotate = async (path: string) => setRotated(await api.post<SecretWebChat>(path))
  return (
    <FoldedSection title={t('secretFolded')}>
      <DimmedText>{t('secretUse')}</DimmedText>
      <Button variant="default" w="fit-content" onClick={() => setAsking(true)}>
        {t('rotate')}
      </Button>
      <ConfirmAction
        item={isAsking && `/api/developer/web-chats/${id}/rotate-secret`}
        title={t('rotateTitle')}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isDangerous
        run={rotate}
        failed={t('rotateFailed')}
        onSettled={() => setAsking(false)}
        onClose={() => setAsking(false)}
      />
      <WebChatSecret chat={rotated} onDone={() => setRotated(null)} />
    </FoldedSection>
  )
}

/** The button that connects a disconnected web chat again, with a new secret. */
export function ReconnectWebChat({ id }: { id: string }) {
  const t = useTranslations('settings.webChats')
  const [connected, setConnected] = useState<SecretWebChat | null>(null)
  const reconnect = useAction({
    run: async () =>
      setConnected(await api.post<SecretWebChat>(`/api/developer/web-chats/${id}/reconnect`)),
    failed: t('reconnectFailed'),
  })
  return (
    <>
      <Button loading={reconnect.isPending} onClick={() => reconnect.mutate()}>
        {t('reconnect')}
      </Button>
      <WebChatSecret
        chat={connected}
        onDone={() => {
          setConnected(null)
          refreshChannels()
        }}
      />
    </>
  )
}
