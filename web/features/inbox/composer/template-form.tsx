import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import type { SendBody } from '../data/types.ts'
import classes from './template-dialog.module.css'
import { fieldsOf, textAround, toTemplateBody } from './template-fields.ts'
import type { TemplateField } from './template-fields.ts'
import { TemplatePreview } from './template-preview.tsx'
import type { Template } from './templates-query.ts'

/** Shows the fields of a template, its preview, and the button that sends it. */
export function TemplateForm(props: {
  customerName: string | null
  template: Template
  isSending: boolean
  /** Whether the member has just chosen the template. */
  hasFocus: boolean
  onSend: (template: NonNullable<SendBody['template']>) => void
  onBack: (() => void) | undefined
}) {
  const { customerName, template, isSending, hasFocus, onSend, onBack } = props
  const t = useTranslations('composer')
  const fields = fieldsOf(template)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('input, button[type="submit"]')
    if (hasFocus) first?.focus()
  }, [hasFocus])
  const form = useForm({
    initialValues: { texts: fields.map((field) => guessText(field, customerName)) },
    // The form's names are indexes, because the ids of placeholders contain dots.
    validate: ({ texts }) =>
      Object.fromEntries(
        fields.map((field, index) => [`texts.${index}`, findProblem(field, texts[index] ?? '')]),
      ),
  })
  const values = Object.fromEntries(
    fields.map(({ id }, index) => [id, form.values.texts[index] ?? ''] as const),
  )
  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={form.onSubmit(() => onSend(toTemplateBody(template, values)))}
    >
      <Stack gap="sm">
        {onBack && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={onBack}
            style={{ alignSelf: 'start' }}
          >
            {t('otherTemplate')}
          </Button>
        )}
        <Text fw={600} className={classes.itemName}>
          {template.name}
        </Text>
        <TemplatePreview template={template} values={values} />
        {template.components === null && <DimmedText>{t('wordsUnknownText')}</DimmedText>}
        {fields.map((field, index) => (
          <TextInput
            key={field.id}
            label={labelOf(field)}
            placeholder={field.example ?? undefined}
            type={field.kind === 'link' ? 'url' : 'text'}
            maxLength={1024}
            required
            withAsterisk={false}
            {...form.getInputProps(`texts.${index}`)}
          />
        ))}
        <Group justify="end">
          <Button
            type="submit"
            loading={isSending}
            leftSection={<IconSend size={16} aria-hidden />}
          >
            {t('sendTemplate')}
          </Button>
        </Group>
      </Stack>
    </form>
  )

  function findProblem({ kind }: TemplateField, text: string): string | null {
    if (text.trim() === '') return t('fieldRequired')
    return kind === 'link' && !/^https?:\/\/\S+$/i.test(text.trim()) ? t('fieldLink') : null
  }

  function labelOf(field: TemplateField): string {
    const { part, key, kind } = field
    if (kind === 'link') return t(`fileLink.${key as 'image' | 'video' | 'document'}`)
    if (part === 'button') return t('fieldOfButton', { number: Number(key) + 1 })
    const text = textAround(template, field)
    if (text !== null) return text
    return part === 'header' ? t('fieldOfHeader', { key }) : t('fieldOfBody', { key })
  }
}

/** Returns the text to prefill: a placeholder that is named after the customer gets their name. */
function guessText({ key }: TemplateField, name: string | null): string {
  if (name && /^(customer_?)?(full_?)?name$/i.test(key)) return name
  const first = name?.trim().split(/\s+/u)[0]
  return first && /^first_?name$/i.test(key) ? first : ''
}
