import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import {
  CUSTOM_FIELD_CHARACTERS_MAX,
  CUSTOM_FIELD_SUBJECTS,
  CUSTOM_FIELD_TYPES,
} from '#shared/custom-fields.ts'
import type { CustomFieldSubject, CustomFieldType } from '#shared/custom-fields.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { CUSTOM_FIELDS } from '../../lib/custom-fields.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The dialog that creates or edits a custom field. Its key and type are chosen once. */
export function CustomFieldDialog(props: { field: CustomField | null; onClose: () => void }) {
  const { field, onClose } = props
  const t = useTranslations('settings.customFields')
  const tSettings = useTranslations('settings')
  const form = useForm({
    initialValues: {
      appliesTo: field?.applies_to ?? ('contact' as CustomFieldSubject),
      label: field?.label ?? '',
      key: field?.key ?? '',
      type: field?.type ?? ('text' as CustomFieldType),
      choices: field?.choices?.join('\n') ?? '',
    },
  })
  const { type } = form.values
  const save = useSubmit(form, {
    send: ({ appliesTo, label, key, choices }) => {
      const body = {
        label: label.trim(),
        ...(type === 'choice' && { choices: toChoices(choices) }),
      }
      return field
        ? api.patch(`/api/v1/custom-fields/${field.id}`, body)
        : api.post('/api/v1/custom-fields', {
            ...body,
            applies_to: appliesTo,
            key: key.trim() || label.trim(),
            type,
          })
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: CUSTOM_FIELDS })
      onClose()
    },
  })
  return (
    <FormDialog
      title={field ? t('editTitle', { label: field.label }) : t('create')}
      request={save}
      submitLabel={field ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('label')}
        required
        dir="auto"
        maxLength={CUSTOM_FIELD_CHARACTERS_MAX.label}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <NativeSelect
        label={t('appliesTo')}
        disabled={field !== null}
        data={CUSTOM_FIELD_SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) }))}
        {...form.getInputProps('appliesTo')}
      />
      <NativeSelect
        label={t('type')}
        disabled={field !== null}
        data={CUSTOM_FIELD_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {type === 'choice' && (
        <Textarea
          label={t('choices')}
          description={t('choicesHint')}
          required
          autosize
          minRows={3}
          maxRows={12}
          dir="auto"
          {...form.getInputProps('choices')}
        />
      )}
      <TextInput
        label={t('key')}
        description={t('keyHint')}
        disabled={field !== null}
        dir="auto"
        autoCapitalize="none"
        maxLength={FIELD_NAME_CHARACTERS_MAX}
        placeholder={form.values.label.trim()}
        {...form.getInputProps('key')}
      />
    </FormDialog>
  )
}

/** Returns the lines that are not empty. */
function toChoices(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
