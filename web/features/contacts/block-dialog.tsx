import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useContactName } from '../../components/contact-name.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { api } from '../../lib/api.ts'
import type { ContactDetail } from '../../lib/contacts.ts'

/** The dialog that blocks a contact, with a reason for the team. */
export function BlockDialog({ person, onClose }: { person: ContactDetail; onClose: () => void }) {
  const t = useTranslations('contacts.block')
  const name = useContactName()(person)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const block = useMutation({
    mutationFn: () => api.post(`/api/v1/contacts/${person.id}/block`, { reason }),
    onSuccess: () => {
      notifyDone(t('done', { name }))
      void queries.invalidateQueries()
      onClose()
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  return (
    <ConfirmDialog
      opened
      title={t('title', { name })}
      text={t('text')}
      confirmLabel={t('confirm')}
      isDangerous
      isPending={block.isPending}
      onConfirm={() => block.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('reason')}
        description={t('reasonHint')}
        value={reason}
        maxLength={CONTACT_CHARACTERS_MAX.blocked_reason}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </ConfirmDialog>
  )
}
