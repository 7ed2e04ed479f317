import { Button, Group, Switch, TagsInput, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OptOutSettings } from '#opt-outs/schema.ts'
import { OPT_OUT_LIMITS } from '#shared/opt-outs.ts'
import type { OptOutLanguage } from '#shared/opt-outs.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { Notice } from '../../components/notice.tsx'
import { notifyDone } from '../../components/notify.ts'
import { Page } from '../../components/page.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { SettingsFields } from '../../components/settings-fields.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import { useServerForm } from '../../lib/use-server-form.ts'
import { adminPage } from './admin-page.tsx'
import { AddLanguage } from './add-language.tsx'

const PATH = '/api/developer/opt-out-settings'

/** Shows the words with which customers opt out of marketing messages. */
export const OptOutPage = adminPage('settings.optOut.title', Settings)

function Settings() {
  const t = useTranslations('settings.optOut')
  const settings = useQuery({
    queryKey: ['opt-out-settings'],
    queryFn: ({ signal }) => api.get<OptOutSettings>(PATH, {}, signal),
  })
  return (
    <Page title={t('title')} width="form">
      <DimmedText mb="md">{t('intro')}</DimmedText>
      {settings.data ? <SettingsForm settings={settings.data} /> : <QueryState query={settings} />}
    </Page>
  )
}

function SettingsForm({ settings }: { settings: OptOutSettings }) {
  const t = useTranslations('settings.optOut')
  const tSettings = useTranslations('settings')
  const nameOf = useLanguageName()
  const form = useServerForm({
    languages: settings.languages,
    sendsReplies: settings.sends_replies,
  })
  const save = useMutation({
    mutationFn: ({ languages, sendsReplies }: typeof form.values) =>
      api.put<OptOutSettings>(PATH, { languages, sends_replies: sendsReplies }),
    onSuccess: async (_, values) => {
      form.resetDirty(values)
      await queryClient.invalidateQueries({ queryKey: ['opt-out-settings'] })
      notifyDone(tSettings('saved'))
    },
  })
  const { languages, sendsReplies } = form.values
  const add = (language: string) => {
    const empty: OptOutLanguage = {
      language,
      stop: [],
      start: [],
      stop_reply: '',
      start_reply: '',
    }
    form.insertListItem('languages', empty)
  }
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <SettingsFields>
        {save.error && (
          <Notice tone="bad" title={tSettings('saveFailed')} isAlert>
            {save.error.message}
          </Notice>
        )}
        <Switch
          label={t('replies')}
          description={t('repliesHint')}
          {...form.getInputProps('sendsReplies', { type: 'checkbox' })}
        />
        {languages.every(({ stop }) => stop.length === 0) && (
          <Notice title={t('noWords')}>{t('noWordsText')}</Notice>
        )}
        {languages.map(({ language, ...words }, index) => (
          <section key={language} aria-labelledby={`language-${language}`}>
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h4" id={`language-${language}`}>
                {nameOf(language)}
              </Title>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={t('removeOf', { language: nameOf(language) })}
                onClick={() => form.removeListItem('languages', index)}
              >
                {t('remove')}
              </Button>
            </Group>
            <SettingsFields>
              {(['stop', 'start'] as const).map((name) => (
                <TagsInput
                  key={name}
                  label={t(name)}
                  description={words[name].length === 0 && t(`none.${name}`)}
                  lang={language}
                  maxTags={OPT_OUT_LIMITS.words}
                  clearable={false}
                  {...form.getInputProps(`languages.${index}.${name}`)}
                />
              ))}
              {sendsReplies &&
                (['stop_reply', 'start_reply'] as const).map((name) => (
                  <Textarea
                    key={name}
                    label={t(name)}
                    lang={language}
                    autosize
                    minRows={1}
                    maxLength={OPT_OUT_LIMITS.replyCharacters}
                    {...form.getInputProps(`languages.${index}.${name}`)}
                  />
                ))}
            </SettingsFields>
          </section>
        ))}
        <AddLanguage
          label={t('add')}
          placeholder={t('addPlaceholder')}
          present={languages}
          onAdd={add}
        />
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!form.isDirty()}>
          {tSettings('save')}
        </Button>
      </SettingsFields>
    </form>
  )
}
