import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Page } from '../../../components/page.tsx'
import { api } from '../../../lib/api.ts'
import { adminPage } from '../admin-page.tsx'
import { refreshChannels } from './channels-query.ts'
import { WebChatForm } from './web-chat-form.tsx'
import { toBody } from './web-chat-resource.ts'
import type { SecretWebChat } from './web-chat-resource.ts'
import { WebChatSecret } from './web-chat-secret.tsx'

/** The page that creates a web chat. */
export const NewWebChatPage = adminPage('settings.webChats.create', NewWebChat)

function NewWebChat() {
  const t = useTranslations('settings.webChats')
  const tChannels = useTranslations('settings.channels')
  const navigate = useNavigate()
  const [created, setCreated] = useState<SecretWebChat | null>(null)
  return (
    <Page title={t('create')} back={{ to: '/settings/channels', label: tChannels('title') }}>
      <DimmedText mb="md">{t('intro')}</DimmedText>
      <WebChatForm
        label={t('create')}
        submitLabel={t('create')}
        // The secret is kept only in component state, never in a cache.
        save={async (values) => {
          setCreated(await api.post<SecretWebChat>('/api/developer/web-chats', toBody(values)))
          refreshChannels()
        }}
      />
      <WebChatSecret
        chat={created}
        isNew
        onDone={() => void navigate({ to: `/settings/channels/${created!.id}` })}
      />
    </Page>
  )
}
