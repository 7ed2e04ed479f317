import { Button, Group, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { notifyError } from '../../components/notify.ts'
import type { ContactDetail } from '../../lib/contacts.ts'

/** Shows the form that adds an internal note to a contact's timeline. */
export function NoteForm({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts.notes')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: () => api.post(`/api/v1/contacts/${person.id}/notes`, { text }),
    onSuccess: async () => {
      setText('')
      await queries.invalidateQueries({ queryKey: ['contacts', 'timeline', person.id] })
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  const submit = () => {
    if (text.trim() && !add.isPending) add.mutate()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        label={t('label')}
        placeholder={t('placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
        }}
      />
      <Group justify="space-between" mt="xs" mb="md">
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        <Button type="submit" variant="light" loading={add.isPending} disabled={!text.trim()}>
          {t('add')}
        </Button>
      </Group>
    </form>
  )
}
