import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { useContactName } from '../../components/contact-name.tsx'
import { ContactPicker } from '../../components/contact-picker.tsx'
import type { Contact, ContactDetail } from '../../lib/contacts.ts'
import { MergePreview } from './merge-preview.tsx'

/**
 * The dialog that merges another contact into `person`: it chooses the contact, previews the merge, and chooses values
 * where both differ.
 */
export function MergeDialog(props: {
  person: ContactDetail
  otherId?: string | undefined
  onClose: () => void
}) {
  const { person, onClose } = props
  const t = useTranslations('contacts.mergeDialog')
  const toName = useContactName()
  const [otherId, setOtherId] = useState(props.otherId)
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title', { name: toName(person) })}>
      {otherId === undefined ? (
        <Pick person={person} onPick={(other) => setOtherId(other.id)} />
      ) : (
        <MergePreview
          person={person}
          otherId={otherId}
          onBack={() => setOtherId(undefined)}
          onDone={onClose}
        />
      )}
    </Modal>
  )
}

function Pick({ person, onPick }: { person: ContactDetail; onPick: (other: Contact) => void }) {
  const t = useTranslations('contacts.mergeDialog')
  const toName = useContactName()
  return (
    <Stack mih="22rem">
      <DimmedText>{t('pickHint', { name: toName(person) })}</DimmedText>
      <ContactPicker
        label={t('pick')}
        value={null}
        onChange={(other) => other && onPick(other)}
        without={person.id}
        autoFocus
      />
    </Stack>
  )
}
