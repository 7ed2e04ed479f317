import { Modal, NumberInput, Select, Stack, Switch, Textarea, Group, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { AwayReply } from '#away-replies/schema.ts'
import { AWAY_CONDITIONS, AWAY_MAX } from '#shared/away-replies.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { TEAMS } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import type { Wire } from '../../../lib/wire.ts'
import { hoursQuery } from '../hours/hours-query.ts'
import { AddLanguage } from '../add-language.tsx'

type Settings = Wire<AwayReply>

const VARIABLES = { variable: '{{next_opening}}', instead: '{{next_opening|soon}}' }

const pathOf = (team: Team | null) =>
  team ? `/api/v1/teams/${team.id}/away-reply` : '/api/v1/away-reply'
const awayQuery = (team: Team | null) =>
  queryOptions({
    queryKey: [...TEAMS, 'away-reply', team?.id ?? null],
    queryFn: ({ signal }) => api.get<Settings>(pathOf(team), {}, signal),
  })

/** The dialog that says how a team answers while it is away; without a team, how conversations without one are answered. */
export function AwayDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const title = useTitle(team)
  const query = useQuery({ ...awayQuery(team), staleTime: 0, gcTime: 0 })
  if (query.data) return <AwayForm team={team} settings={query.data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={title}>
      <QueryState query={query} />
    </Modal>
  )
}

function useTitle(team: Team | null): string {
  const t = useTranslations('settings.away')
  return team ? t('title', { name: team.name }) : t('titleGeneral')
}

function AwayForm(props: { team: Team | null; settings: Settings; onClose: () => void }) {
  const { team, settings, onClose } = props
  const t = useTranslations('settings.away')
  const tSettings = useTranslations('settings')
  const nameOf = useLanguageName()
  const { data: hours } = useQuery(hoursQuery)
  const form = useForm({
    initialValues: {
      isOn: settings.is_on,
      condition: settings.condition as string,
      texts: settings.texts,
      pauseHours: settings.pause_hours as number | string,
    },
  })
  const { texts, isOn } = form.values
  const save = useSubmit(form, {
    send: (values) =>
      api.patch(pathOf(team), {
        is_on: values.isOn,
        condition: values.condition,
        texts: values.texts.filter(({ text }) => text.trim() !== ''),
        pause_hours: Number(values.pauseHours),
      }),
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: TEAMS })
      onClose()
    },
  })
  const add = (language: string) => form.insertListItem('texts', { language, text: '' })
  return (
    <FormDialog
      title={useTitle(team)}
      size="lg"
      request={save}
      submitLabel={tSettings('save')}
      onClose={onClose}
    >
      <DimmedText>{t('intro')}</DimmedText>
      <Switch
        label={t('isOn')}
        data-autofocus
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      {(isOn || texts.length > 0) && (
        <>
          <Select
            label={t('condition')}
            data={AWAY_CONDITIONS.map((value) => ({ value, label: t(`conditions.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps('condition')}
          />
          {hours?.length === 0 && form.values.condition !== 'nobody_online' && (
            <Notice title={t('noHours')} />
          )}
          <Stack gap="sm" role="group" aria-label={t('texts')}>
            <DimmedText>{t('textsHint', VARIABLES)}</DimmedText>
            {texts.map(({ language }, index) => (
              <div key={language}>
                <Textarea
                  label={t('textOf', { language: nameOf(language) })}
                  description={index === 0 && texts.length > 1 && t('firstHint')}
                  lang={language}
                  dir="auto"
                  autosize
                  minRows={2}
                  maxLength={AWAY_MAX.text}
                  {...form.getInputProps(`texts.${index}.text`)}
                  error={form.errors['texts'] ?? form.errors[`texts.${index}.text`]}
                />
                <Group justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    onClick={() => form.removeListItem('texts', index)}
                  >
                    {t('removeOf', { language: nameOf(language) })}
                  </Button>
                </Group>
              </div>
            ))}
            <AddLanguage
              label={t('add')}
              placeholder={t('addPlaceholder')}
              present={texts}
              error={texts.length === 0 && form.errors['texts']}
              onAdd={add}
            />
          </Stack>
          <NumberInput
            label={t('pauseHours')}
            min={0}
            max={AWAY_MAX.hours}
            allowDecimal={false}
            required
            {...form.getInputProps('pauseHours')}
          />
        </>
      )}
    </FormDialog>
  )
}
