import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useContactName } from '../../components/contact-name.tsx'
import { notifyDone } from '../../components/notify.ts'
import { useAction } from '../../components/use-action.ts'
import { api } from '../../lib/api.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import { erasing } from './contact-data.ts'

/** The dialog that erases a contact. The user types the contact's name, because nothing brings the data back. */
export function EraseDialog({ person, onClose }: { person: ContactDetail; onClose: () => void }) {
  const t = useTranslations('contacts.erase')
  const name = useContactName()(person)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const erase = useAction({
    run: () => {
      erasing.add(person.id)
      return api.delete(`/api/v1/contacts/${person.id}`)
    },
    failed: t('failed'),
    onDone: async () => {
      notifyDone(t('done'))
      // What is read anew must not be of a page that is still shown.
      await navigate({ to: '/contacts' })
      queries.removeQueries({ queryKey: ['contacts', 'one', person.id] })
      queries.removeQueries({ queryKey: ['contacts', 'timeline', person.id] })
      void queries.invalidateQueries()
    },
    onSettled: () => erasing.delete(person.id),
  })
  return (
    <ConfirmDialog
      opened
      title={t('title', { name })}
      text={t('text')}
      confirmLabel={t('confirm')}
      isDangerous
      isPending={erase.isPending}
      onConfirm={() => (typed.trim() === name.trim() ? erase.mutate() : setWrong(true))}
      onClose={onClose}
    >
      <Text size="sm">{t('stays')}</Text>
      <TextInput
        label={t('type', { name })}
        value={typed}
        autoComplete="off"
        error={isWrong && t('wrong')}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setWrong(false)
        }}
      />
    </ConfirmDialog>
  )
}
