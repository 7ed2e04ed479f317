import { useTranslations } from 'use-intl'
import { PriorityIcon } from '../../../components/priority-icon.tsx'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import type { Chat } from '../data/types.ts'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'

/** Chooses the priority of one conversation, which is `chosen`, or of several. The highest comes first. */
export function PriorityDialog(props: {
  title: string
  chosen?: Chat['priority']
  onPriority: (priority: Chat['priority']) => void
  onClose: () => void
}) {
  const { title, chosen, onPriority, onClose } = props
  const t = useTranslations('inboxPicker')
  const choices = [...TICKET_PRIORITIES.toReversed(), null].map((priority): Choice => ({
    id: priority ?? 'none',
    label: priority ? t('priority', { priority }) : t('noPriority'),
    icon: priority && <PriorityIcon priority={priority} size={20} />,
    isChosen: chosen === priority,
    run: () => onPriority(priority),
  }))
  return (
    <Picker
      title={title}
      placeholder={t('prioritySearch')}
      choices={(query) => choices.filter(({ label }) => isLike(label, query))}
      onClose={onClose}
    />
  )
}
