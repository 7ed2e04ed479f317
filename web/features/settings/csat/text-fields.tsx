import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CSAT_DEFAULT_TEXTS, CSAT_LIMITS } from '#shared/csat.ts'
import type { CsatTexts } from '#shared/csat.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import { AddLanguage } from '../add-language.tsx'
import { CsatPreview } from './csat-preview.tsx'
import type { CsatForm } from './csat-form.ts'

const LABELS = ['bad', 'ok', 'good'] as const

/** The texts of each language with a preview, and a field that adds a language. */
export function TextFields({ form }: { form: CsatForm }) {
  const t = useTranslations('settings.csat')
  const { texts } = form.values
  const add = (language: string) => {
    const [first] = CSAT_DEFAULT_TEXTS
    if (!first) return
    const known = CSAT_DEFAULT_TEXTS.find((each) => each.language === language)
    form.insertListItem('texts', known ?? { ...first, language })
  }
  return (
    <Stack gap="xl">
      <div>
        <Title order={2} size="h4">
          {t('texts')}
        </Title>
        <DimmedText>{t('textsHint')}</DimmedText>
      </div>
      {texts.map((each, index) => (
        <LanguageFields key={each.language} form={form} texts={each} index={index} />
      ))}
      <AddLanguage label={t('add')} placeholder={t('addPlaceholder')} present={texts} onAdd={add} />
    </Stack>
  )
}

function LanguageFields(props: { form: CsatForm; texts: CsatTexts; index: number }) {
  const { form, texts, index } = props
  const { language } = texts
  const t = useTranslations('settings.csat')
  const nameOf = useLanguageName()
  const { scale, way, asksComment } = form.values
  const field = (name: string) => form.getInputProps(`texts.${index}.${name}`)
  return (
    <section aria-labelledby={`language-${language}`}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5" id={`language-${language}`}>
          {nameOf(language)}
        </Title>
        {form.values.texts.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('removeOf', { language: nameOf(language) })}
            onClick={() => form.removeListItem('texts', index)}
          >
            {t('remove')}
          </Button>
        )}
      </Group>
      <Stack gap="sm" lang={language}>
        <Textarea
          label={t('question')}
          autosize
          required
          maxLength={CSAT_LIMITS.questionCharacters}
          {...field('question')}
        />
        {scale === '3' && (
          <Group grow>
            {LABELS.map((name, place) => (
              <TextInput
                key={name}
                label={t(`labels.${name}`)}
                required
                maxLength={CSAT_LIMITS.labelCharacters}
                {...field(`labels.${place}`)}
              />
            ))}
          </Group>
        )}
        {scale === '5' && way === 'buttons' && (
          <TextInput
            label={t('choose')}
            required
            maxLength={CSAT_LIMITS.chooseCharacters}
            {...field('choose')}
          />
        )}
        {asksComment ? (
          <Textarea
            label={t('comment')}
            autosize
            required
            maxLength={CSAT_LIMITS.questionCharacters}
            {...field('comment')}
          />
        ) : (
          <Textarea
            label={t('thanks')}
            description={<Text inherit>{t('thanksHint')}</Text>}
            autosize
            maxLength={CSAT_LIMITS.questionCharacters}
            {...field('thanks')}
          />
        )}
        <CsatPreview texts={texts} scale={scale} way={way} asksComment={asksComment} />
      </Stack>
    </section>
  )
}
