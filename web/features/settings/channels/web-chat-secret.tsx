import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '../../../components/code-block.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'
import { toSnippet } from './web-chat-resource.ts'
import type { SecretWebChat } from './web-chat-resource.ts'

/** Shows the secret of a web chat once. With `isNew`, the line of HTML for the site comes first, and the secret is folded. */
export function WebChatSecret({
  chat,
  isNew = false,
  onDone,
}: {
  chat: SecretWebChat | null
  isNew?: boolean
  onDone: () => void
}) {
  const t = useTranslations('settings.webChats')
  return (
    <SecretOnce
      secret={chat?.secret ?? null}
      title={isNew ? t('addTitle') : t('secretTitle')}
      text={t('secretText')}
      label={t('secret')}
      doneLabel={isNew ? t('addDone') : t('secretDone')}
      foldedAs={isNew ? t('secretFolded') : undefined}
      onDone={onDone}
    >
      {chat && isNew && (
        <>
          <Text size="sm">{t('embedText')}</Text>
          <CodeBlock label="HTML" text={toSnippet(chat)} wrap />
        </>
      )}
    </SecretOnce>
  )
}
