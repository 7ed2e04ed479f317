import { useTranslations } from 'use-intl'
import { SecretOnce } from '../../../components/secret-once.tsx'

/** An invitation link to hand over manually, because no mail server is configured. */
export type SentLink = { email: string; link: string }

/** Shows an invitation link once, when no mail server is configured. */
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
