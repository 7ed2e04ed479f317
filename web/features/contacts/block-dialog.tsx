import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { useContactName } from '../../components/contact-name.tsx'
import { api } from '../../lib/api.ts'
import type { ContactDetail } from '../../lib/contacts.ts'

/** The dialog that blocks a contact, with a reason for the team. */
export function BlockDialog({ person, onClose }: { person: ContactDetail; onClose: () => void }) {
  const t = useTranslations('contacts.block')
  const name = useContactName()(person)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  return (
    <ConfirmAction
      item={person}
      title={t('title', { name })}
      text={t('text')}
      confirmLabel={t('confirm')}
      isDangerous
      run={({ id }) => api.post(`/api/v1/contacts/${id}/block`, { reason })}
      done={t('done', { name })}
      failed={t('failed')}
      onDone={() => void queries.invalidateQueries()}
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
    </ConfirmAction>
  )
}
