import { useTranslations } from 'use-intl'
import { SecretOnce } from '../../../components/secret-once.tsx'

/** The link of an invitation that no mail brings. */
export type SentLink = { email: string; link: string }

/** Shows the link of an invitation this once, where there is no mail server. */
export function LinkOnce({ sent, onDone }: { sent: SentLink | null; onDone: () => void }) {
  const t = useTranslations('settings.members')
  return (
    <SecretOnce
      secret={sent?.link ?? null}
      title={t('linkTitle')}
      text={t('linkText', { email: sent?.email ?? '' })}
      label={t('linkLabel')}
      doneLabel={t('linkDone')}
      onDone={onDone}
    />
  )
}
