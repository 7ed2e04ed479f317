import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AddPasskeyBody, Passkey, UsedCredential } from '#account/passkeys/schema.ts'
import { api } from './api.ts'
import { loadPart } from './lazy-part.ts'
import type { Wire } from './wire.ts'

/** An offered passkey is offered again after this time, before its challenge expires. */
const RENEW_MS = 240_000

/** Loads the library that talks to the browser about passkeys. Few visits need it. */
const loadWebAuthn = () => loadPart(() => import('@simplewebauthn/browser'))

/** Returns whether this page can use passkeys. Browsers refuse them without HTTPS and at IP addresses. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress
}

/** Asks for a passkey and signs in with it. @throws {ParleyError | DOMException} */
export async function signInWithPasskey(): Promise<void> {
  const options = await startSignIn()
  const { startAuthentication } = await loadWebAuthn()
  await finishSignIn(await startAuthentication({ optionsJSON: options }))
}

/**
 * Offers passkeys in the suggestions of the email field until the returned function is called. `onFailed` is called when
 * the server refuses a chosen one.
 */
export function offerPasskeys(on: {
  signedIn: () => void
  failed: (err: unknown) => void
}): () => void {
  let isStopped = false
  let cancel = () => {}

  async function offer(): Promise<void> {
    const { startAuthentication, WebAuthnAbortService } = await loadWebAuthn()
    while (!isStopped) {
      const options = await startSignIn()
      if (isStopped) return
      let isRenewed = false
      cancel = () => WebAuthnAbortService.cancelCeremony()
      const timer = setTimeout(() => {
        isRenewed = true
        cancel()
      }, RENEW_MS)
      const chosen = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
        .catch((err: unknown) => {
          if (!isRenewed) throw err
        })
        .finally(() => clearTimeout(timer))
      cancel = () => {}
      if (isStopped) return
      if (chosen) await finishSignIn(chosen).then(stopAndReport, on.failed)
    }
  }

  function stopAndReport(): void {
    isStopped = true
    on.signedIn()
  }

  isOfferPossible()
    .then((isPossible) => (isPossible ? offer() : undefined))
    // The field works without suggestions, and the button says what is wrong.
    .catch(() => undefined)
  return () => {
    isStopped = true
    cancel()
  }
}

async function isOfferPossible(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/** Asks for one of the signed-in user's passkeys and confirms with it who they are. @throws {ParleyError | DOMException} */
export async function confirmWithPasskey(): Promise<void> {
  const path = '/api/session/confirm/passkey'
  const options = await api.post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`)
  const { startAuthentication } = await loadWebAuthn()
  await api.post(path, toUsedCredential(await startAuthentication({ optionsJSON: options })))
}

/** Has the browser create a passkey for the signed-in user, and adds it. @throws {ParleyError | DOMException} */
export async function addPasskey(name: string): Promise<void> {
  const path = '/api/session/passkeys'
  const options = await api.post<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`)
  const { startRegistration } = await loadWebAuthn()
  const { id, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports = [] } = response
  const credential = { id, response: { clientDataJSON, attestationObject, transports } }
  await api.post(path, { name, credential } satisfies AddPasskeyBody)
}

/** Removes a passkey, also from the password manager that has it, if the browser can ask for that. @throws {ParleyError} */
export async function removePasskey(passkey: Wire<Passkey>): Promise<void> {
  await api.delete(`/api/session/passkeys/${passkey.id}`)
  const { sendSignal } = await loadWebAuthn()
  await sendSignal({
    signalName: 'unknownCredential',
    rpID: window.location.hostname,
    credentialID: passkey.credential_id,
    // Older browsers leave it to the user.
  }).catch(() => undefined)
}

function startSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return api.post('/api/auth/sign-in/passkey/options')
}

async function finishSignIn(credential: AuthenticationResponseJSON): Promise<void> {
  await api.post('/api/auth/sign-in/passkey', toUsedCredential(credential))
}

function toUsedCredential({ id, response }: AuthenticationResponseJSON): UsedCredential {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle !== undefined && { userHandle }),
    },
  }
}
