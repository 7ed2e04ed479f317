import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Chat, SendBody } from '../data/types.ts'
import classes from './template-dialog.module.css'
import { fieldsOf, toTemplateBody } from './template-fields.ts'
import type { TemplateField } from './template-fields.ts'
import { TemplatePreview } from './template-preview.tsx'
import type { Template } from './templates-query.ts'

/** Shows the fields of a template, its preview, and the button that sends it. */
export function TemplateForm(props: {
  chat: Chat
  template: Template
  onSend: (template: NonNullable<SendBody['template']>) => void
  onBack: (() => void) | undefined
}) {
  const { chat, template, onSend, onBack } = props
  const t = useTranslations('composer')
  const fields = fieldsOf(template)
  const [values, setValues] = useState(() => guessValues(fields, chat.person.name))
  const [isTried, setTried] = useState(false)
  const problems = new Map(
    fields.flatMap((field) => {
      const value = values[field.id]?.trim() ?? ''
      if (value === '') return [[field.id, t('fieldRequired')] as const]
      const isLink = field.kind !== 'link' || /^https?:\/\/\S+$/i.test(value)
      return isLink ? [] : [[field.id, t('fieldLink')] as const]
    }),
  )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problems.size === 0) onSend(toTemplateBody(template, values))
      }}
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
        {template.components === null && (
          <Text size="sm" c="dimmed">
            {t('wordsUnknownText')}
          </Text>
        )}
        {fields.map((field) => (
          <TextInput
            key={field.id}
            label={labelOf(field)}
            value={values[field.id] ?? ''}
            placeholder={field.example ?? undefined}
            type={field.kind === 'link' ? 'url' : 'text'}
            maxLength={1024}
            required
            withAsterisk={false}
            error={isTried && problems.get(field.id)}
            onChange={(event) => {
              const { value } = event.currentTarget
              setValues((before) => ({ ...before, [field.id]: value }))
            }}
          />
        ))}
        <Group justify="end">
          <Button type="submit" leftSection={<IconSend size={16} aria-hidden />}>
            {t('sendTemplate')}
          </Button>
        </Group>
      </Stack>
    </form>
  )

  function labelOf({ part, key, kind }: TemplateField): string {
    if (kind === 'link') return t(`fileLink.${key as 'image' | 'video' | 'document'}`)
    if (part === 'button') return t('fieldOfButton', { number: Number(key) + 1 })
    return part === 'header' ? t('fieldOfHeader', { key }) : t('fieldOfBody', { key })
  }
}

/** Prefills what is known: a placeholder that is named after the customer gets their name. */
function guessValues(fields: TemplateField[], name: string | null): Record<string, string> {
  const first = name?.trim().split(/\s+/u)[0]
  return Object.fromEntries(
    fields.flatMap(({ id, key }) => {
      if (name && /^(customer_?)?(full_?)?name$/i.test(key)) return [[id, name]]
      return first && /^first_?name$/i.test(key) ? [[id, first]] : []
    }),
  )
}
