import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TLS_NOTICE_DAYS } from '#shared/webhooks.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import type { WebhookEndpoint } from './endpoints.ts'

const DAY_MS = 24 * 3_600_000

type Tls = WebhookEndpoint['tls']

/** Returns a function that lists what is worth knowing about an endpoint's TLS settings. */
export function useTlsFacts(): (tls: Tls) => { label: string; value: ReactNode }[] {
  const t = useTranslations('developer.webhooks')
  const { toDay } = useTimes()
  return (tls) => {
    if (!tls) return []
    const { subject, issuer, fingerprint, expires_at: expiresAt, ca } = tls
    const ofCertificate =
      expiresAt === null
        ? []
        : [
            {
              label: t('tlsCertificate'),
              value: (
                <CustomerText>
                  {t('tlsShown', { subject: subject ?? '', time: toDay(expiresAt) })}
                </CustomerText>
              ),
            },
            { label: t('tlsIssuer'), value: <CustomerText>{issuer ?? ''}</CustomerText> },
            { label: t('tlsFingerprint'), value: fingerprint },
          ]
    const count = ca?.match(/-----BEGIN /g)?.length
    return [...ofCertificate, ...(count ? [{ label: t('tlsOwnCa'), value: String(count) }] : [])]
  }
}

/** Warns of a client certificate that expires soon or has expired. */
export function CertificateNotice({ tls }: { tls: Tls }) {
  const t = useTranslations('developer.webhooks')
  const { now, toMinute } = useTimes()
  if (!tls?.expires_at) return null
  const leftMs = new Date(tls.expires_at).getTime() - now.getTime()
  if (leftMs > TLS_NOTICE_DAYS[0] * DAY_MS) return null
  const time = toMinute(tls.expires_at)
  return (
    <Notice tone={leftMs > 0 ? 'note' : 'bad'}>
      <Text size="sm">{leftMs > 0 ? t('tlsExpires', { time }) : t('tlsExpired', { time })}</Text>
    </Notice>
  )
}
