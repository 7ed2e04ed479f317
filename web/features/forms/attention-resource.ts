import { queryOptions } from '@tanstack/react-query'
import type { InboundPayload, InboundPayloadDetail } from '#inbound/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from '../../lib/api.ts'
import type { Page, Wire } from '../../lib/wire.ts'

/** A submission that became no contact. */
export type Attention = Wire<InboundPayload>

/** A submission with its form and its answers. */
export type AttentionDetail = Wire<InboundPayloadDetail>

/** Reads up to 100 submissions that need attention, of one form or of all. */
export const attentionQuery = (formId?: string) =>
  queryOptions({
    queryKey: ['forms', 'attention', formId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<Page<Attention>>(
        '/api/developer/inbound',
        { attention: 'open', limit: PAGE_SIZE.max, form_id: formId },
        signal,
      ),
    refetchInterval: 15_000,
  })

/** Reads one submission; polls while it is processed. */
export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['forms', 'submission', id],
    queryFn: ({ signal }) => api.get<AttentionDetail>(`/api/developer/inbound/${id}`, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1000 : false),
  })
