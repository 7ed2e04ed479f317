import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Instance } from './find-problems.ts'

/** Returns the function that gives the name of a workspace by its id. */
export function useWorkspaceName(workspaces: Instance['workspaces']): (id: string) => string {
  const t = useTranslations('settings.instance')
  return (id) => workspaces.find((each) => each.id === id)?.name ?? t('unknownWorkspace')
}

/** Shows the name of a workspace. */
export function WorkspaceName(props: { id: string; workspaces: Instance['workspaces'] }) {
  const nameOf = useWorkspaceName(props.workspaces)
  return <CustomerText>{nameOf(props.id)}</CustomerText>
}
