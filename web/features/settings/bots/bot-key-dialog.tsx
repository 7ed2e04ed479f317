import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CreatedApiKey } from '#account/keys/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import type { Bot } from '../../../lib/bots.ts'
import { queryClient } from '../../../lib/query-client.ts'

/** What a bot needs: it reads what customers write, answers, hands over and writes notes. */
const SCOPES = ['chats:read', 'chats:write', 'messages:read', 'messages:write', 'events:read']

/** The dialog that creates a key of a bot and shows its secret once. */
export function BotKeyDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const t = useTranslations('settings.bots')
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({ initialValues: {} })
  const create = useSubmit(form, {
    // The secret is kept only in this component's state, never in a cache.
    send: async () => {
      const body = { name: bot.name, scopes: SCOPES, bot_id: bot.id }
      const key = await api.post<CreatedApiKey>('/api/developer/api-keys', body)
      setSecret(key.secret)
    },
    onDone: () => void queryClient.invalidateQueries(),
  })
  if (secret === null)
    return (
      <FormDialog
        title={t('keyTitle', { name: bot.name })}
        request={create}
        submitLabel={t('createKey')}
        onClose={onClose}
      >
        <DimmedText>{t('keyText')}</DimmedText>
      </FormDialog>
    )
  return (
    <SecretOnce
      secret={secret}
      title={t('secretTitle', { name: bot.name })}
      text={t('secretText')}
      label={t('secretLabel')}
      doneLabel={t('secretDone')}
      onDone={onClose}
    />
  )
}
