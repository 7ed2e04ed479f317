import {
  Button,
  Fieldset,
  Input,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Switch,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CsatSettings } from '#csat/schema.ts'
import { CSAT_LIMITS, CSAT_WAYS } from '#shared/csat.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Notice } from '../../../components/notice.tsx'
import { notifyDone } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { SettingsFields } from '../../../components/settings-fields.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { teamsQuery, useTeams } from '../../../lib/teams.ts'
import { useServerForm } from '../../../lib/use-server-form.ts'
import type { Wire } from '../../../lib/wire.ts'
import { adminPage } from '../admin-page.tsx'
import { toBody, toValues } from './csat-form.ts'
import type { CsatValues } from './csat-form.ts'
import { TemplateField } from './template-field.tsx'
import { TextFields } from './text-fields.tsx'
import { isSettled } from '../../../lib/is-settled.ts'

type Settings = Wire<CsatSettings>

const PATH = '/api/v1/csat/settings'

/** Shows how customers are asked for ratings, with a preview. */
export const CsatPage = adminPage('settings.csat.title', CsatContent)

function CsatContent() {
  const t = useTranslations('settings.csat')
  const settings = useQuery({
    queryKey: ['csat-settings'],
    queryFn: ({ signal }) => api.get<Settings>(PATH, {}, signal),
  })
  const teams = useQuery(teamsQuery)
  return (
    <Page title={t('title')} width="form">
      <DimmedText mb="md">{t('intro')}</DimmedText>
      {/* Workspaces with teams have a field more. */}
      {settings.data && isSettled(teams) ? (
        <SettingsForm settings={settings.data} />
      ) : (
        <QueryState query={settings} />
      )}
    </Page>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTranslations('settings.csat')
  const tSettings = useTranslations('settings')
  const teams = useTeams()
  const form = useServerForm<CsatValues>(toValues(settings))
  const save = useMutation({
    mutationFn: (values: CsatValues) => api.patch<Settings>(PATH, toBody(values)),
    onSuccess: async (_, values) => {
      form.resetDirty(values)
      await queryClient.invalidateQueries({ queryKey: ['csat-settings'] })
      notifyDone(tSettings('saved'))
    },
  })
  const { isOn, scale, way } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <SettingsFields>
        {save.error && (
          <Notice tone="bad" title={tSettings('saveFailed')} isAlert>
            {save.error.message}
          </Notice>
        )}
        <Switch label={t('isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        {isOn && (
          <>
            <Fieldset legend={t('when')} variant="unstyled">
              <SettingsFields>
                <NumberInput
                  label={t('delay')}
                  description={t('delayHint')}
                  min={0}
                  max={CSAT_LIMITS.delayMinutes}
                  allowDecimal={false}
                  required
                  {...form.getInputProps('delay')}
                />
                <NumberInput
                  label={t('days')}
                  description={t('daysHint')}
                  min={0}
                  max={CSAT_LIMITS.personDays}
                  allowDecimal={false}
                  required
                  {...form.getInputProps('days')}
                />
                {teams.length > 0 && (
                  <MultiSelect
                    label={t('teams')}
                    placeholder={t('teamsPlaceholder')}
                    data={teams.map(({ id, name }) => ({ value: id, label: name }))}
                    {...form.getInputProps('teams')}
                  />
                )}
              </SettingsFields>
            </Fieldset>
            <Fieldset legend={t('how')} variant="unstyled">
              <SettingsFields>
                <Choice
                  label={t('scale')}
                  data={(['5', '3'] as const).map((value) => ({
                    value,
                    label: t(`scales.${value}`),
                  }))}
                  value={scale}
                  onChange={(value) => form.setFieldValue('scale', value)}
                />
                <Choice
                  label={t('way')}
                  hint={t('wayHint')}
                  data={CSAT_WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
                  value={way}
                  onChange={(value) => form.setFieldValue('way', value)}
                />
                <Switch
                  label={t('asksComment')}
                  description={t('asksCommentHint')}
                  {...form.getInputProps('asksComment', { type: 'checkbox' })}
                />
                <TemplateField scale={Number(scale)} {...form.getInputProps('template')} />
              </SettingsFields>
            </Fieldset>
            <TextFields form={form} />
          </>
        )}
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!form.isDirty()}>
          {tSettings('save')}
        </Button>
      </SettingsFields>
    </form>
  )
}

function Choice(props: {
  label: string
  hint?: string
  data: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}) {
  const { label, hint, data, value, onChange } = props
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `choice-${label}` }}
      description={hint}
    >
      <SegmentedControl
        data={data}
        value={value}
        onChange={onChange}
        aria-labelledby={`choice-${label}`}
      />
    </Input.Wrapper>
  )
}
