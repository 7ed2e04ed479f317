import { Button, NativeSelect, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAME_CHARACTERS_MAX } from '#shared/channels.ts'
import {
  AUDIENCE_CHARACTERS_MAX,
  GREETING_CHARACTERS_MAX,
  WEB_CHAT_FIELDS,
  WEB_CHAT_LANGUAGES,
} from '#shared/web-chats.ts'
import { FoldedSection } from '../../../components/folded-section.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { SettingsFields } from '../../../components/settings-fields.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { useIsWide } from '../../../lib/use-width.ts'
import classes from './web-chat-preview.module.css'
import { WebChatPreview } from './web-chat-preview.tsx'
import { toValues } from './web-chat-resource.ts'
import type { WebChatResource, WebChatValues } from './web-chat-resource.ts'

/** The width from which what visitors will see is beside the form, in rem; the style sheet has it too. */
const BESIDE_REM = 58

/**
 * Shows the form of a web chat's settings, beside what visitors will see, or below it, folded, where there is no room; without `chat`
 * it is for a new one.
 */
export function WebChatForm(props: {
  chat?: WebChatResource
  label: string
  submitLabel: string
  save: (values: WebChatValues) => Promise<unknown>
}) {
  const { chat, label, submitLabel, save } = props
  const t = useTranslations('settings.webChats')
  const form = useForm({ initialValues: toValues(chat) })
  const saving = useSubmit(form, {
    send: async (values) => {
      await save(values)
      form.resetDirty(values)
    },
  })
  const place = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(place, BESIDE_REM)
  const preview = <WebChatPreview values={form.values} />
  const modes = WEB_CHAT_FIELDS.map((value) => ({ value, label: t(`fields.${value}`) }))
  return (
    <div className={classes.split} ref={place}>
      <div className={classes.columns}>
        {!isWide && (
          <div className={classes.folded}>
            <FoldedSection title={t('preview')}>{preview}</FoldedSection>
          </div>
        )}
        <form onSubmit={saving.submit} aria-label={label} autoComplete="off">
          <Stack>
            {chat && <Title order={2}>{label}</Title>}
            <FormError error={saving.error} />
            <SettingsFields>
              <TextInput
                label={t('name')}
                description={t('nameHint')}
                required
                autoFocus={chat === undefined}
                maxLength={CHANNEL_NAME_CHARACTERS_MAX}
                {...form.getInputProps('name')}
              />
              <Textarea
                label={t('origins')}
                description={t('originsHint')}
                placeholder="https://www.example.com"
                required
                autosize
                minRows={2}
                spellCheck={false}
                {...form.getInputProps('allowedOrigins')}
              />
              <Textarea
                label={t('greeting')}
                description={t('greetingHint')}
                maxLength={GREETING_CHARACTERS_MAX}
                autosize
                minRows={2}
                {...form.getInputProps('greeting')}
              />
              <NativeSelect
                label={t('nameField')}
                data={modes}
                {...form.getInputProps('nameField')}
              />
              <NativeSelect
                label={t('emailField')}
                data={modes}
                {...form.getInputProps('emailField')}
              />
              <NativeSelect
                label={t('language')}
                data={WEB_CHAT_LANGUAGES.map((value) => ({
                  value,
                  label: t(`languages.${value}`),
                }))}
                {...form.getInputProps('language')}
              />
              <TextInput type="color" label={t('color')} {...form.getInputProps('color')} />
              {chat && (
                <TextInput
                  label={t('audience')}
                  description={t('audienceHint')}
                  maxLength={AUDIENCE_CHARACTERS_MAX}
                  spellCheck={false}
                  {...form.getInputProps('userTokenAudience')}
                />
              )}
              <Button
                type="submit"
                w="fit-content"
                loading={saving.isPending}
                disabled={chat !== undefined && !form.isDirty()}
              >
                {submitLabel}
              </Button>
            </SettingsFields>
          </Stack>
        </form>
        {isWide && (
          <figure className={classes.preview}>
            <figcaption>{t('preview')}</figcaption>
            {preview}
          </figure>
        )}
      </div>
    </div>
  )
}
