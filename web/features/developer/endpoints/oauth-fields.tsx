import { Checkbox, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { OAUTH } from '#shared/webhooks.ts'
import type { OauthValues } from './read-oauth.ts'

/** Shows the fields of an endpoint's OAuth client. The stored secret is never in them. */
export function OauthFields<Values extends { oauth: OauthValues }>(props: {
  form: UseFormReturnType<Values>
  hasSecret: boolean
}) {
  const { form, hasSecret } = props
  const t = useTranslations('developer.webhooks')
  return (
    <>
      <Checkbox
        label={t('oauth')}
        description={t('oauthHint')}
        {...form.getInputProps('oauth.isUsed', { type: 'checkbox' })}
        error={form.errors['oauth']}
      />
      {form.values.oauth.isUsed && (
        <Stack>
          <TextInput
            label={t('tokenUrl')}
            type="url"
            required
            maxLength={URL_CHARACTERS_MAX}
            dir="ltr"
            {...form.getInputProps('oauth.tokenUrl')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={t('clientId')}
              required
              maxLength={OAUTH.clientIdCharactersMax}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps('oauth.clientId')}
            />
            <PasswordInput
              label={t('clientSecret')}
              required={!hasSecret}
              maxLength={OAUTH.clientSecretCharactersMax}
              dir="ltr"
              autoComplete="new-password"
              {...form.getInputProps('oauth.clientSecret')}
            />
          </SimpleGrid>
          <TextInput
            label={t('scope')}
            description={hasSecret ? t('oauthKeepHint') : t('scopeHint')}
            maxLength={OAUTH.scopeCharactersMax}
            dir="ltr"
            spellCheck={false}
            {...form.getInputProps('oauth.scope')}
          />
        </Stack>
      )}
    </>
  )
}
