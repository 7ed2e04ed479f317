import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { api } from '../../lib/api.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import { toFieldErrors } from '../../lib/to-field-errors.ts'

/** Shows the form that adds an internal note to a contact's timeline. */
export function NoteForm({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts.notes')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { text: '' } })
  const add = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.post(`/api/v1/contacts/${person.id}/notes`, values),
    onSuccess: async () => {
      form.reset()
      await queries.invalidateQueries({ queryKey: ['contacts', 'timeline', person.id] })
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const isEmpty = form.values.text.trim() === ''
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!isEmpty && !add.isPending) add.mutate(values)
      })}
    >
      <Stack gap="xs" mb="md">
        <Textarea
          label={t('label')}
          placeholder={t('placeholder')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={NOTE_CHARACTERS_MAX}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
              event.currentTarget.form?.requestSubmit()
          }}
          {...form.getInputProps('text')}
        />
        <FormError error={add.error} />
        <Group justify="space-between">
          <DimmedText>{t('hint')}</DimmedText>
          <Button type="submit" variant="light" loading={add.isPending} disabled={isEmpty}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
