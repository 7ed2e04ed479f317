import { queryOptions } from '@tanstack/react-query'
import type { Form, FormWithToken } from '#inbound/forms/developer/schema.ts'
import { FORM_SERVICES, isFormProvider } from '#shared/forms.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'

/** A form. */
export type FormResource = Wire<Form>

/** A form with its token, which the API returns only once. */
export type FormToken = Wire<FormWithToken>

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

/** Returns a function that names a form's provider; an unknown provider is returned unchanged. */
export function useProviderName(t: (key: 'ownPage') => string): (provider: string) => string {
  return (provider) => {
    if (provider === 'generic') return t('ownPage')
    return isFormProvider(provider) ? FORM_SERVICES[provider].name : provider
  }
}
