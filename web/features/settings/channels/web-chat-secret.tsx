import { useTranslations } from 'use-intl'
import { CodeBlock } from '../../../components/code-block.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'
import { toSnippet } from './web-chat-resource.ts'
import type { SecretWebChat } from './web-chat-resource.ts'

/** Shows the secret of a web chat once, and the line of HTML for the site. */
export function WebChatSecret({
  chat,
  onDone,
}: {
  chat: SecretWebChat | null
  onDone: () => void
}) {
  const t = useTranslations('settings.webChats')
  return (
    <SecretOnce
      secret={chat?.secret ?? null}
      title={t('secretTitle')}
      text={t('secretText')}
      label={t('secret')}
      doneLabel={t('secretDone')}
      onDone={onDone}
    >
      {chat && <CodeBlock label="HTML" text={toSnippet(chat)} wrap />}
    </SecretOnce>
  )
}
