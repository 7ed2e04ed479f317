import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Delivery, DeliveryWithAttempts } from '#webhooks/deliveries/schema.ts'
import type { Endpoint, EndpointWithSecret } from '#webhooks/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from '../../lib/api.ts'
import { notifyError } from '../../components/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import { withStep } from './progress.ts'
import type { Progress } from './progress.ts'

const ENDPOINTS = '/api/developer/webhooks'
const DELIVERIES = '/api/developer/webhooks/deliveries'
/** Milliseconds between polls while waiting for the webhook. */
const WAIT_MS = 1_500

/** The receiver's verdict on the newest delivery; null until there is one. */
type Verdict = 'valid' | 'not_checked' | 'wrong' | 'other' | null

/**
 * Returns the state of the last two steps: whether the receiver is registered, a function to register it, and its
 * verdict on the newest delivery.
 */
export function useWebhookSteps(
  receiverUrl: string,
  progress: Progress,
  change: (change: (progress: Progress) => Progress) => void,
) {
  const t = useTranslations('firstRun')
  // The secret is sent to the receiver and then dropped; it is never cached or shown.
  const [secret, setSecret] = useState<string | null>(null)
  const endpoints = useQuery({
    queryKey: ['first-run', 'endpoints'],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Endpoint>>>(ENDPOINTS, { limit: PAGE_SIZE.max }, signal),
  })
  const endpoint = endpoints.data?.data.find(
    ({ url, status }) => url === receiverUrl && status === 'enabled',
  )
  const endpointId = endpoint?.id
  const isWaiting = endpointId !== undefined && !progress.done.arrive
  const verdict = useQuery({
    queryKey: ['first-run', 'verdict', endpointId],
    queryFn: ({ signal }) => readVerdict(endpointId!, signal),
    enabled: isWaiting,
    refetchInterval: isWaiting && WAIT_MS,
  })
  const isRegistered = endpoint !== undefined
  useEffect(() => {
    if (isRegistered) change((before) => withStep(before, 'register'))
    if (verdict.data === 'valid') change((before) => withStep(before, 'arrive'))
  }, [isRegistered, verdict.data, change])

  const register = useMutation({
    mutationFn: () =>
      endpointId === undefined
        ? api.post<Wire<EndpointWithSecret>>(ENDPOINTS, {
            url: receiverUrl,
            description: t('endpointName'),
            events: ['message.received', 'message.sent'],
          })
        : api.post<Wire<EndpointWithSecret>>(`${ENDPOINTS}/${endpointId}/rotate-secret`),
    onSuccess: (made) => {
      setSecret(made.secret)
      void queryClient.invalidateQueries({ queryKey: ['first-run'] })
      void queryClient.invalidateQueries({ queryKey: ['developer'] })
    },
    onError: (err) => notifyError(t('registerFailed'), err),
  })
  const sendTest = useMutation({
    mutationFn: () =>
      api.post<Wire<DeliveryWithAttempts>>(`${ENDPOINTS}/${endpointId}/test`, {
        event_type: 'message.received',
      }),
    onSettled: () => void verdict.refetch(),
    onError: (err) => notifyError(t('testFailed'), err),
  })
  return {
    isRegistered,
    isKnown: endpoints.isSuccess,
    verdict: verdict.data ?? null,
    lookAgain: () => void verdict.refetch(),
    register: () => register.mutate(undefined),
    isRegistering: register.isPending,
    sendTest: () => sendTest.mutate(undefined),
    isSending: sendTest.isPending,
    secret,
    forgetSecret: () => setSecret(null),
  }
}

/** Reads the receiver's verdict from its response to the newest attempted delivery. */
async function readVerdict(endpointId: string, signal: AbortSignal): Promise<Verdict> {
  const list = await api.get<Page<Wire<Delivery>>>(
    DELIVERIES,
    { endpoint_id: endpointId, limit: 10 },
    signal,
  )
  const newest = list.data.find(({ attempt_count }) => attempt_count > 0)
  if (!newest) return null
  const delivery = await api.get<Wire<DeliveryWithAttempts>>(
    `${DELIVERIES}/${newest.id}`,
    {},
    signal,
  )
  const said = delivery.attempts.at(-1)?.response_body ?? ''
  const word = /^\{"received":(?:true|false),"signature":"(\w+)"\}$/.exec(said)?.[1]
  return word === 'valid' || word === 'not_checked' || word === 'wrong' ? word : 'other'
}
