import { Button, Group, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigureSsoBody, SsoSettings } from '#account/sso/schema.ts'
import type { Role } from '#shared/roles.ts'
import { SSO_CHARACTERS_MAX } from '#shared/sso.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useAction } from '../../components/use-action.ts'
import { useSubmit } from '../../components/use-submit.ts'
import { SettingsFields } from '../../components/settings-fields.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'

const PATH = '/api/developer/sso'

/** Shows the issuer of the workspace: set it up, require it, or remove it. */
export function SsoForm({ settings }: { settings: Wire<SsoSettings> }) {
  const { connection } = settings
  const t = useTranslations('sso')
  const tRoles = useTranslations('settings.members')
  const tSettings = useTranslations('settings')
  const [isRemoving, setRemoving] = useState(false)
  const form = useForm({
    initialValues: {
      issuer: connection?.issuer ?? '',
      clientId: connection?.client_id ?? '',
      clientSecret: '',
      label: connection?.label ?? '',
      defaultRole: connection?.default_role ?? 'agent',
      roleClaim: connection?.role_claim ?? '',
      adminValues: toLines(connection, 'admin'),
      agentValues: toLines(connection, 'agent'),
    },
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['sso', 'settings'] })
  const save = useSubmit(form, {
    send: (values) => api.patch(PATH, toBody(values, connection)),
    done: tSettings('saved'),
    onDone: async () => {
      await refresh()
      form.setFieldValue('clientSecret', '')
      form.resetDirty()
    },
  })
  const require = useAction({
    run: (isRequired: boolean) => api.patch(`${PATH}/required`, { is_required: isRequired }),
    done: tSettings('saved'),
    failed: t('requireFailed'),
    onDone: refresh,
  })
  const clear = async () => {
    await refresh()
    form.setValues({
      issuer: '',
      clientId: '',
      label: '',
      roleClaim: '',
      adminValues: '',
      agentValues: '',
    })
  }
  return (
    <form onSubmit={save.submit}>
      <SettingsFields>
        <DimmedText>{t('settingsIntro')}</DimmedText>
        <FormError error={save.error} />
        <TextInput
          label={t('redirectUri')}
          description={t('redirectUriHint')}
          value={settings.redirect_uri}
          readOnly
          variant="filled"
        />
        <TextInput
          label={t('issuer')}
          description={t('issuerHint')}
          placeholder="https://login.example.com"
          required
          {...form.getInputProps('issuer')}
        />
        <TextInput
          label={t('clientId')}
          required
          maxLength={SSO_CHARACTERS_MAX.clientId}
          {...form.getInputProps('clientId')}
        />
        <PasswordInput
          label={t('clientSecret')}
          description={
            connection?.has_client_secret ? t('clientSecretKept') : t('clientSecretHint')
          }
          autoComplete="off"
          maxLength={SSO_CHARACTERS_MAX.clientSecret}
          {...form.getInputProps('clientSecret')}
        />
        <TextInput
          label={t('label')}
          description={t('labelHint')}
          required
          maxLength={SSO_CHARACTERS_MAX.label}
          {...form.getInputProps('label')}
        />
        <NativeSelect
          label={t('defaultRole')}
          data={[
            { value: 'agent', label: tRoles('roles.agent') },
            { value: 'admin', label: tRoles('roles.admin') },
          ]}
          {...form.getInputProps('defaultRole')}
        />
        <TextInput
          label={t('roleClaim')}
          description={t('roleClaimHint')}
          maxLength={SSO_CHARACTERS_MAX.claim}
          {...form.getInputProps('roleClaim')}
        />
        {form.values.roleClaim !== '' && (
          <>
            <Textarea
              label={t('adminValues')}
              description={t('adminValuesHint')}
              autosize
              minRows={2}
              {...form.getInputProps('adminValues')}
            />
            <Textarea
              label={t('agentValues')}
              description={t('agentValuesHint')}
              autosize
              minRows={2}
              {...form.getInputProps('agentValues')}
            />
          </>
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {tSettings('save')}
          </Button>
          {connection && (
            <>
              <Button
                variant="default"
                loading={require.isPending}
                onClick={() => require.mutate(!connection.is_required)}
              >
                {t(connection.is_required ? 'requireNot' : 'require')}
              </Button>
              <Button variant="default" onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            </>
          )}
        </Group>
        {connection && (
          <DimmedText>{t(connection.is_required ? 'isRequired' : 'requireHint')}</DimmedText>
        )}
      </SettingsFields>
      <ConfirmAction
        item={isRemoving && PATH}
        title={t('removeTitle')}
        text={t('removeText')}
        confirmLabel={t('remove')}
        isDangerous
        run={api.delete}
        failed={t('removeFailed')}
        onDone={clear}
        onClose={() => setRemoving(false)}
      />
    </form>
  )
}

type Values = {
  issuer: string
  clientId: string
  clientSecret: string
  label: string
  defaultRole: string
  roleClaim: string
  adminValues: string
  agentValues: string
}

/** Returns the values of the claim that have a role, one per line. */
function toLines(connection: Wire<SsoSettings>['connection'], role: Role): string {
  return Object.entries(connection?.role_values ?? {})
    .filter(([, each]) => each === role)
    .map(([value]) => value)
    .join('\n')
}

function toRoles(lines: string, role: Role): Record<string, Role> {
  const values = lines.split('\n').map((line) => line.trim())
  return Object.fromEntries(values.filter((value) => value !== '').map((value) => [value, role]))
}

function toBody(values: Values, before: Wire<SsoSettings>['connection']): ConfigureSsoBody {
  const claim = values.roleClaim.trim()
  return {
    issuer: values.issuer.trim(),
    client_id: values.clientId.trim(),
    label: values.label.trim(),
    default_role: values.defaultRole === 'admin' ? 'admin' : 'agent',
    role_claim: claim === '' ? null : claim,
    // A value of both roles is the admins'.
    role_values: {
      ...toRoles(values.agentValues, 'agent'),
      ...toRoles(values.adminValues, 'admin'),
    },
    ...(values.clientSecret !== ''
      ? { client_secret: values.clientSecret }
      : !before?.has_client_secret && { client_secret: null }),
  }
}
