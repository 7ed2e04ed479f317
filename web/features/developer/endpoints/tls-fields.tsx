import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { TLS } from '#shared/webhooks.ts'
import type { TlsValues } from './read-tls.ts'

/** Shows the fields of an endpoint's TLS settings. The stored private key is never in them. */
export function TlsFields<Values extends { tls: TlsValues }>(props: {
  form: UseFormReturnType<Values>
  hasKey: boolean
}) {
  const { form, hasKey } = props
  const t = useTranslations('developer.webhooks')
  const pem = {
    autosize: true,
    minRows: 2,
    maxRows: 6,
    dir: 'ltr',
    spellCheck: false,
    autoComplete: 'off',
  } as const
  return (
    <>
      <Checkbox
        label={t('tls')}
        description={t('tlsHint')}
        {...form.getInputProps('tls.isUsed', { type: 'checkbox' })}
        error={form.errors['tls']}
      />
      {form.values.tls.isUsed && (
        <Stack>
          <Textarea
            {...pem}
            label={t('tlsCertificate')}
            description={t('tlsCertificateHint')}
            placeholder="-----BEGIN CERTIFICATE-----"
            maxLength={TLS.certificatesCharactersMax}
            {...form.getInputProps('tls.certificate')}
          />
          <Textarea
            {...pem}
            label={t('tlsKey')}
            description={hasKey ? t('tlsKeyKeepHint') : t('tlsKeyHint')}
            placeholder="-----BEGIN PRIVATE KEY-----"
            maxLength={TLS.keyCharactersMax}
            {...form.getInputProps('tls.key')}
          />
          <Textarea
            {...pem}
            label={t('tlsCa')}
            description={t('tlsCaHint')}
            placeholder="-----BEGIN CERTIFICATE-----"
            maxLength={TLS.certificatesCharactersMax}
            {...form.getInputProps('tls.ca')}
          />
        </Stack>
      )}
    </>
  )
}
