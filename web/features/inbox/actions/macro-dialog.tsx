import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { notifyDone } from '../../../components/notify.ts'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { macrosQuery } from '../../../lib/rules.ts'
import type { Macro, MacroRun, UndoneMacroRun } from '../../../lib/rules.ts'
import { useSession } from '../../../lib/session.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import type { Chat } from '../data/types.ts'
import { isLike, Picker } from './picker.tsx'

/** Chooses a macro, and runs it on a conversation. */
export function MacroDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const t = useTranslations('settings.macros')
  const { data: macros = [], isSuccess } = useQuery(macrosQuery)
  const tParts = useTranslations('settings.ruleParts')
  const tStates = useTranslations('states')
  const { hold_seconds } = useSession().membership.preferences
  const undo = useAction({
    run: ({ id }: { id: string; name: string }) =>
      api.post<UndoneMacroRun>(`/api/v1/macro-runs/${id}/undo`, {}),
    done: ({ kept }, { name }) => {
      const actions = kept.map((each) => tParts(`actions.${each}`)).join(', ')
      return kept.length === 0 ? t('undone', { name }) : t('undoneExcept', { name, actions })
    },
    failed: t('undoFailed'),
    onDone: () => queryClient.invalidateQueries(),
  })
  const run = useAction({
    run: ({ id }: Macro) =>
      api.post<MacroRun>(`/api/v1/macros/${id}/run`, { conversation_ids: [chat.id], hold_seconds }),
    failed: t('failed'),
    async onDone({ id }, { name }) {
      await queryClient.invalidateQueries()
      notifyDone(t('done', { name }), {
        label: tStates('undo'),
        run: () => undo.mutate({ id, name }),
      })
    },
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
