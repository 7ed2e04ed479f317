import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { SignedIn } from '#account/users/schema.ts'
import { api } from './api.ts'
import { adoptLocale, chooseLocale, LOCALES } from './intl.tsx'
import type { Locale } from './intl.tsx'
import { queryClient } from './query-client.ts'
import type { Wire } from './wire.ts'

/** Who is signed in, and where. */
export type Session = Wire<SignedIn>

/** What the server says of itself: where its parts are, and the demo's, where this is one. */
export type AppConfig = {
  public_url: string
  ingest_url: string
  demo: { simulator_url: string; receiver_url: string } | null
}

/** The session; fails with 401 when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await api.get<Session>('/api/session', {}, signal)
    adoptLocale(session.user.locale)
    return session
  },
  staleTime: Infinity,
  retry: false,
})

/** What the server says of itself. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: ({ signal }) => api.get<AppConfig>('/api/app/config', {}, signal),
  staleTime: Infinity,
})

/** The session, in pages that need one. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** Whether the signed-in member is an admin of the workspace. */
export function useIsAdmin(): boolean {
  return useSession().membership.role === 'admin'
}

/** What the server says of itself, once it has. */
export function useAppConfig(): AppConfig | undefined {
  return useQuery(appConfigQuery).data
}

/** Ends the session and forgets everything that was read under it. */
export async function signOut(): Promise<void> {
  await api.post('/api/auth/sign-out')
  queryClient.clear()
  window.location.assign('/sign-in')
}

/** Acts on another workspace of the user from now on. */
export async function switchWorkspace(workspaceId: string): Promise<void> {
  await api.post('/api/session/workspace', { workspace_id: workspaceId })
  queryClient.clear()
  window.location.assign('/')
}

/** Changes the signed-in user's own name or language; the app speaks the language at once. */
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
