import { useTranslations } from 'use-intl'
import { useFindMember } from '../../lib/members.ts'
import { useSession } from '../../lib/session.ts'

/** Returns a function that names who did something. */
export function useActorName(): (actor: { type: string; id: string | null }) => string {
  const t = useTranslations('tickets.activity.actors')
  const { membership } = useSession()
  const findMember = useFindMember()
  return ({ type, id }) => {
    if (type === 'member')
      return id === membership.id ? t('you') : (findMember(id)?.name ?? t('left'))
    return type === 'api_key' ? t('api') : t('system')
  }
}
