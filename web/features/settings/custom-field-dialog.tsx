import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import { CUSTOM_FIELD_CHARACTERS_MAX, CUSTOM_FIELD_TYPES } from '#shared/custom-fields.ts'
import type { CustomFieldType } from '#shared/custom-fields.ts'
import { FormError } from '../../components/form-error.tsx'
import { notifyDone } from '../../components/notify.ts'
import { api } from '../../lib/api.ts'
import { CUSTOM_FIELDS } from '../../lib/custom-fields.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import { queryClient } from '../../lib/query-client.ts'
import { toFieldErrors } from '../../lib/to-field-errors.ts'

/** The dialog that creates or edits a custom field. Its key and type are chosen once. */
export function CustomFieldDialog(props: { field: CustomField | null; onClose: () => void }) {
  const { field, onClose } = props
  const t = useTranslations('settings.customFields')
  const tSettings = useTranslations('settings')
  const tStates = useTranslations('states')
  const form = useForm({
    initialValues: {
      label: field?.label ?? '',
      key: field?.key ?? '',
      type: field?.type ?? ('text' as CustomFieldType),
      choices: field?.choices?.join('\n') ?? '',
    },
  })
  const { type } = form.values
  const save = useMutation({
    mutationFn: ({ label, key, choices }: typeof form.values) => {
      const body = {
        label: label.trim(),
        ...(type === 'choice' && { choices: toChoices(choices) }),
      }
      return field
        ? api.patch(`/api/v1/custom-fields/${field.id}`, body)
        : api.post('/api/v1/custom-fields', { ...body, key: key.trim() || label.trim(), type })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: CUSTOM_FIELDS })
      notifyDone(tSettings('saved'))
      onClose()
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={field ? t('editTitle', { label: field.label }) : t('create')}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <FormError error={save.error} />
          <TextInput
            label={t('label')}
            required
            dir="auto"
            maxLength={CUSTOM_FIELD_CHARACTERS_MAX.label}
            data-autofocus
            {...form.getInputProps('label')}
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
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {field ? tSettings('save') : t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns the lines that are not empty. */
function toChoices(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
