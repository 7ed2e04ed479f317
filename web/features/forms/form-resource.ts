import { queryOptions } from '@tanstack/react-query'
import type { Form, FormWithToken } from '#inbound/forms/developer/schema.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'

/** A form as it arrives. */
export type FormResource = Wire<Form>

/** A form with its token, which arrives once. */
export type FormToken = Wire<FormWithToken>

/** Where forms may come from: the services whose posts are understood, and pages of one's own. */
export const PROVIDERS = ['generic', 'typeform', 'tally', 'google'] as const

/** Refetches the shown forms. */
export function refreshForms(): void {
  void queryClient.invalidateQueries({ queryKey: ['forms'] })
}

/** Reads one form. */
export const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['forms', 'one', id],
    queryFn: ({ signal }) => api.get<FormResource>(`/api/developer/forms/${id}`, {}, signal),
    staleTime: 0,
  })

/** The name of a provider, which is a word of the API. */
export function useProviderName(
  t: (key: `providers.${(typeof PROVIDERS)[number] | 'other'}`) => string,
): (provider: string) => string {
  return (provider) => {
    const known = PROVIDERS.find((each) => each === provider)
    return known ? t(`providers.${known}`) : provider
  }
}
