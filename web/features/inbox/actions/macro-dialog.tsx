import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { macrosQuery } from '../../../lib/rules.ts'
import type { Macro } from '../../../lib/rules.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import type { Chat } from '../data/types.ts'
import { isLike, Picker } from './picker.tsx'

/** Chooses a macro, and runs it on a conversation. */
export function MacroDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations('settings.macros')
  const { data: macros = [], isSuccess } = useQuery(macrosQuery)
  const run = useAction({
    run: ({ id }: Macro) => api.post(`/api/v1/macros/${id}/run`, { conversation_ids: [chat.id] }),
    done: (_, { name }) => t('done', { name }),
    failed: t('failed'),
    onDone: () => queryClient.invalidateQueries(),
  })
  return (
    <Picker
      title={t('run')}
      placeholder={t('name')}
      choices={(query) =>
        macros
          .filter(({ name }) => isLike(name, query))
          .map((macro) => ({ id: macro.id, label: macro.name, run: () => run.mutate(macro) }))
      }
      footer={
        <DimmedText>{isSuccess && macros.length === 0 ? t('none') : t('runHint')}</DimmedText>
      }
      onClose={onClose}
    />
  )
}
