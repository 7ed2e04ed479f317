import { Button, NativeSelect, NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { UpdateWorkspaceBody, WorkspaceSettings } from '#account/workspaces/schema.ts'
import { RETENTION_DAYS, WORKSPACE_NAME_CHARACTERS_MAX } from '#shared/workspaces.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Avatar } from '../../components/avatar.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Page } from '../../components/page.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { api } from '../../lib/api.ts'
import { notifyDone } from '../../components/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useServerForm } from '../../lib/use-server-form.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormError } from '../../components/form-error.tsx'
import { SettingsFields } from '../../components/settings-fields.tsx'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
import { adminPage } from './admin-page.tsx'
import { DataRetention } from './data-retention.tsx'
import { PictureField } from './picture/picture-field.tsx'
import { COUNTRIES } from './countries.ts'

type Workspace = Wire<WorkspaceSettings>
type Values = {
  name: string
  defaultCountry: string
  unmatchedPhone: string
  retentionDays: number | string
  requireSecondFactor: boolean
}

/** Shows the settings of the workspace. */
export const WorkspacePage = adminPage('settings.workspace.title', Settings)

function Settings() {
  const t = useTranslations('settings.workspace')
  const workspace = useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => api.get<Workspace>('/api/developer/workspace', {}, signal),
  })
  return (
    <Page title={t('title')} width="form">
      {workspace.data ? (
        <Stack gap="xl">
          <PictureField
            face={
              <Avatar
                id={workspace.data.id}
                name={workspace.data.name}
                picture={workspace.data.picture_url}
                size="lg"
              />
            }
            hint={t('pictureHint')}
            isSet={workspace.data.picture_url !== null}
            path="/api/developer/workspace/picture"
            onChange={() => void queryClient.invalidateQueries({ queryKey: ['workspace'] })}
          />
          <SettingsForm workspace={workspace.data} />
          <DataRetention workspace={workspace.data} />
        </Stack>
      ) : (
        <QueryState query={workspace} />
      )}
    </Page>
  )
}

function SettingsForm({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('settings.workspace')
  const tSettings = useTranslations('settings')
  const [asked, setAsked] = useState<Values | null>(null)
  const form = useServerForm<Values>({
    name: workspace.name,
    defaultCountry: workspace.default_country,
    unmatchedPhone: workspace.unmatched_phone,
    retentionDays: workspace.retention_days,
    requireSecondFactor: workspace.require_second_factor,
  })
  const save = useMutation({
    mutationFn: (values: Values) => api.patch('/api/developer/workspace', toBody(values)),
    onSuccess: async (_, values) => {
      form.resetDirty(values)
      await queryClient.invalidateQueries({ queryKey: ['workspace'] })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notifyDone(tSettings('saved'))
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
    onSettled: () => setAsked(null),
  })
  const submit = (values: Values) => {
    if (Number(values.retentionDays) < workspace.retention_days) setAsked(values)
    else save.mutate(values)
  }
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <SettingsFields>
        <FormError error={save.error} />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={WORKSPACE_NAME_CHARACTERS_MAX}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('slug')}
          description={t('slugHint')}
          value={workspace.slug}
          readOnly
          variant="filled"
        />
        <NativeSelect
          label={t('country')}
          description={t('countryHint')}
          data={useCountryChoices()}
          {...form.getInputProps('defaultCountry')}
        />
        <Radio.Group label={t('unmatched')} {...form.getInputProps('unmatchedPhone')}>
          <Stack gap="xs" mt="xs">
            <Radio value="reject" label={t('reject')} description={t('rejectText')} />
            <Radio
              value="first_conversation"
              label={t('firstConversation')}
              description={t('firstConversationText')}
            />
          </Stack>
        </Radio.Group>
        <NumberInput
          label={t('retention')}
          description={t('retentionHint')}
          min={RETENTION_DAYS.min}
          max={RETENTION_DAYS.max}
          allowDecimal={false}
          required
          suffix={` ${t('days')}`}
          {...form.getInputProps('retentionDays')}
        />
        <Switch
          label={t('requireFactor')}
          description={t('requireFactorHint')}
          {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        />
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!form.isDirty()}>
          {tSettings('save')}
        </Button>
      </SettingsFields>
      <ConfirmDialog
        opened={asked !== null}
        title={t('shorterTitle')}
        text={t('shorterText', { count: Number(asked?.retentionDays ?? 0) })}
        confirmLabel={t('shorterConfirm')}
        isDangerous
        isPending={save.isPending}
        onConfirm={() => asked && save.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </form>
  )
}

function toBody(values: Values): UpdateWorkspaceBody {
  return {
    name: values.name.trim(),
    default_country: values.defaultCountry,
    unmatched_phone: values.unmatchedPhone as WorkspaceSettings['unmatched_phone'],
    retention_days: Number(values.retentionDays),
    require_second_factor: values.requireSecondFactor,
  }
}

/** Returns the countries as options, named in the app's language. */
function useCountryChoices(): { value: string; label: string }[] {
  const locale = useLocale()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((a, b) =>
    a.label.localeCompare(b.label, locale),
  )
}
