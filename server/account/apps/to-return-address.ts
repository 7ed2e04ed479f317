import type { WithConfig } from '#db/context.ts'

/**
 * Returns the address at which the app gets the answer. `iss` names us, so that an app that uses several servers cannot mix
 * them up. Source: RFC 9207.
 */
export function toReturnAddress(
  { config }: WithConfig,
  { redirectUri, state }: { redirectUri: string; state: string | undefined },
  answer: { code: string } | { error: string; error_description: string },
): string {
  const parameters = new URLSearchParams({
    ...answer,
    ...(state !== undefined && { state }),
    iss: config.publicUrl,
  })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`
}
