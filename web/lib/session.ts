import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { SignedIn } from '#account/users/schema.ts'
import type { ChosenKeys } from '#shared/shortcuts.ts'
import { api } from './api.ts'
import { adoptLocale, chooseLocale, LOCALES } from './intl.tsx'
import type { Locale } from './intl.tsx'
import { setMemberKeys } from './member-keys.ts'
import { setOwnTeamIds } from './own-team-ids.ts'
import { queryClient } from './query-client.ts'
import type { Wire } from './wire.ts'

/** The signed-in user with their membership and workspace. */
type Session = Wire<SignedIn>

/** The server's public configuration: its URLs, with the demo's when it runs as one. */
type AppConfig = {
  public_url: string
  ingest_url: string
  sends_mail: boolean
  demo: { simulator_url: string; receiver_url: string } | null
}

/** Reads the session; fails with 401 when there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await api.get<Session>('/api/session', {}, signal)
    adoptLocale(session.user.locale)
    adoptKeys(session)
    setOwnTeamIds(session.membership.team_ids)
    return session
  },
  staleTime: Infinity,
  retry: false,
})

/** Reads the server's public configuration. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: ({ signal }) => api.get<AppConfig>('/api/app/config', {}, signal),
  staleTime: Infinity,
})

/** Returns the session, in pages that need one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** Returns whether the signed-in member is an admin of the workspace. */
export function useIsAdmin(): boolean {
  return useSession().membership.role === 'admin'
}

/** Returns the server's public configuration, or undefined until it is loaded. */
export function useAppConfig(): AppConfig | undefined {
  return useQuery(appConfigQuery).data
}

/** Ends the session, clears the cache and opens the sign-in page. */
export async function signOut(): Promise<void> {
  await api.post('/api/auth/sign-out')
  queryClient.clear()
  window.location.assign('/sign-in')
}

/** Switches to another workspace of the user and reloads the app, at the path `next`. */
export async function switchWorkspace(workspaceId: string, next = '/'): Promise<void> {
  await api.post('/api/session/workspace', { workspace_id: workspaceId })
  queryClient.clear()
  window.location.assign(next)
}

/** Changes the signed-in user's own name or language; a new language is shown immediately. */
export async function saveProfile(change: {
  name?: string
  locale?: string | null
}): Promise<void> {
  const session = await api.patch<Session>('/api/session/profile', change)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  if (change.locale === undefined) return
  chooseLocale(
    change.locale !== null && change.locale in LOCALES ? (change.locale as Locale) : null,
  )
}

/** A member's settings of the web app. */
export type Preferences = Session['membership']['preferences']

/** Changes the signed-in member's settings of the web app. @throws {ParleyError} */
export async function savePreferences(change: Partial<Preferences>): Promise<void> {
  const session = await api.patch<Session>('/api/session/preferences', change)
  adoptKeys(session)
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

function adoptKeys({ membership: { preferences } }: Session): void {
  const { character_shortcuts: isOn, shortcuts } = preferences
  setMemberKeys({ isOn, chosen: shortcuts as ChosenKeys })
}
