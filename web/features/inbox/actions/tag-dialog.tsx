import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCreateTag } from '../../../components/use-create-tag.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import type { Chat } from '../data/types.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { TagPill } from '../../../components/tag-pill.tsx'
import { isLike, Picker } from './picker.tsx'
import type { Choice } from './picker.tsx'
import type { ChatActions } from './use-chat-actions.ts'

/** Chooses the tags of a conversation and creates new ones. Saves the choice when it is closed. */
export function TagDialog(props: { chat: Chat; actions: ChatActions; onClose: () => void }) {
  const { chat, actions, onClose } = props
  const t = useTranslations('inboxPicker')
  const nameOf = useChatName()
  const createTag = useCreateTag(t('tagCreateFailed'))
  const { data: tags = [] } = useQuery(tagsQuery)
  const before = chat.tags.map(({ id }) => id)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const create = async (name: string) => {
    const tag = await createTag(name)
    if (tag) setChosen((now) => new Set([...now, tag.id]))
  }
  const close = () => {
    onClose()
    const isSame = chosen.size === before.length && before.every((id) => chosen.has(id))
    if (!isSame) actions.setTags(chat, [...chosen])
  }
  const choices = (query: string): Choice[] => [
    ...tags
      .filter(({ name }) => isLike(name, query))
      .map((tag) => ({
        id: tag.id,
        label: '',
        icon: <TagPill tag={tag} />,
        isChosen: chosen.has(tag.id),
        run: () => toggle(tag.id),
      })),
    ...(query !== '' && !tags.some(({ name }) => name.toLowerCase() === query.toLowerCase())
      ? [
          {
            id: 'create',
            label: t('tagCreate', { name: query }),
            icon: <IconPlus size={16} aria-hidden />,
            run: () => void create(query),
          },
        ]
      : []),
  ]
  return (
    <Picker
      title={t('tagTitle', { name: nameOf(chat) })}
      placeholder={t('tagSearch')}
      choices={choices}
      isMany
      footer={
        <Button mt="sm" fullWidth onClick={close}>
          {t('tagDone')}
        </Button>
      }
      onClose={close}
    />
  )
}
