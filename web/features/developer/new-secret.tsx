import { useTranslations } from 'use-intl'
import { SecretOnce } from '../../components/secret-once.tsx'

/** Shows the new secret of an API key or an endpoint once. */
export function NewSecret(props: {
  of: 'keys' | 'webhooks'
  secret: string | null
  onDone: () => void
}) {
  const { of, secret, onDone } = props
  const t = useTranslations(`developer.${of}`)
  return (
    <SecretOnce
      secret={secret}
      title={t('secretTitle')}
      text={t('secretText')}
      label={t('secretLabel')}
      doneLabel={t('secretDone')}
      onDone={onDone}
    />
  )
}
