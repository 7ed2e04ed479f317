import { randomBytes } from 'node:crypto'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { resource } from '#http/resource.ts'
import { refuseOtherOrigin } from '#http/is-same-origin.ts'
import { pageOf } from '#lib/page.ts'
import { EmptyBody } from '#lib/schemas.ts'
import { SessionUser } from '../users/schema.ts'
import { AUTH_PATH } from '../sign-in/session-cookie.ts'
import type { SignIn } from '../sign-in/create-sign-in.ts'
import { findCountedPasskey } from '../sign-in/find-counted-passkey.ts'
import { addPasskey } from './add-passkey.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { confirmWithPasskey } from './confirm-with-passkey.ts'
import { invalidPasskey } from './invalid-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { readChallenge } from './read-challenge.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import {
  AddPasskeyBody,
  CreationOptions,
  Passkey,
  RenamePasskeyBody,
  RequestOptions,
  UsedCredential,
} from './schema.ts'
import { startAddingPasskey } from './start-adding-passkey.ts'
import { startUsingPasskey } from './start-using-passkey.ts'
import { verifyPasskey } from './verify-passkey.ts'

const OWN = { session: 'member', withoutSecondFactor: true } as const

/** Adds the routes of passkeys: signing in, confirming, and those of the signed-in user. */
export function addPasskeyRoutes(app: App, context: Context, signIn: SignIn): void {
  addSignInRoutes(app, context, signIn)
  addConfirmRoutes(app, context, signIn)
  addOwnPasskeyRoutes(app, context, signIn)
}

/** Adds the routes that sign in with a passkey. */
function addSignInRoutes(app: App, context: Context, signIn: SignIn): void {
  const { challenges, passkeyCookie } = signIn
  const { publicUrl } = context.config
  const auth = resource(app, `${AUTH_PATH}/sign-in/passkey`, { tag: 'Session' })

  auth.post('/options', {
    operationId: 'getPasskeySignInOptions',
    summary: 'Get the options for a sign-in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get()`, the same for everybody. The user chooses the passkey, which names their account. Sets a cookie that the sign-in requires.',
    permission: { open: 'signing in starts with a challenge' },
    body: EmptyBody,
    errors: ['cross_origin'],
    response: { 200: RequestOptions },
    serve: async ({ request, reply }) => {
      refuseOtherOrigin(request, publicUrl)
      const holder = passkeyCookie.read(request.headers) ?? randomBytes(16).toString('base64url')
      const challenge = challenges.create({ purpose: 'sign-in', holder })
      reply.header('set-cookie', passkeyCookie.write(holder))
      return startUsingPasskey(context, challenge)
    },
  })
  auth.post('', {
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Sets the session cookie. A passkey needs no second factor, because the device verifies its user.',
    permission: { open: 'signing in creates the session' },
    body: UsedCredential,
    errors: ['challenge_expired', 'cross_origin', 'invalid_passkey', 'rate_limited'],
    response: { 200: SessionUser },
    serve: async ({ body, request, reply }) => {
      refuseOtherOrigin(request, publicUrl)
      const answer = await signIn.signInWithPasskey(request, body)
      reply.header('set-cookie', answer.cookies)
      return answer.body
    },
  })
}

/** Adds the routes by which the signed-in user proves again who they are. */
function addConfirmRoutes(app: App, context: Context, signIn: SignIn): void {
  const { challenges } = signIn
  const confirmation = resource(app, '/api/session/confirm/passkey', { tag: 'Session', write: OWN })

  confirmation.post('/options', {
    operationId: 'getPasskeyConfirmationOptions',
    summary: 'Get the options for a confirmation with a passkey',
    description: 'Returns the options for `navigator.credentials.get()`.',
    response: { 200: RequestOptions },
    run: async (_scope, { request }) => {
      const { id, userId } = sessionOf(request)
      const challenge = challenges.create({ purpose: 'confirm', holder: id })
      return startUsingPasskey(context, challenge, userId)
    },
  })
  confirmation.post('', {
    operationId: 'confirmWithPasskey',
    summary: 'Confirm with a passkey',
    description:
      'Has the effect of `POST /api/session/confirm`, and also proves the second factor that the workspace requires.',
    body: UsedCredential,
    errors: ['challenge_expired', 'invalid_passkey', 'rate_limited'],
    run: async (_scope, { body: credential, request }) => {
      const session = sessionOf(request)
      const challenge = readChallenge(credential.response.clientDataJSON)
      challenges.check(challenge, { purpose: 'confirm', holder: session.id })
      const found = await findCountedPasskey(context, signIn, request, credential, session.id)
      if (found?.user_id !== session.userId) throw invalidPasskey()
      const passkey = await verifyPasskey(context, found, { credential, challenge })
      await confirmWithPasskey(context, session.id, passkey)
    },
  })
}

/** Adds the routes of the signed-in user's passkeys. */
function addOwnPasskeyRoutes(app: App, context: Context, { challenges }: SignIn): void {
  const passkeys = resource(app, '/api/session/passkeys', {
    tag: 'Session',
    read: OWN,
    write: { session: 'member' },
    notFound: 'passkey_not_found',
  })

  passkeys.get('', {
    operationId: 'listPasskeys',
    summary: 'List your passkeys',
    description: 'Returns all of your passkeys, oldest first, on one page.',
    response: { 200: pageOf(Passkey) },
    run: async (_scope, { request }) => ({
      data: await listPasskeys(context, sessionOf(request).userId),
      next_cursor: null,
    }),
  })
  passkeys.post('/options', {
    operationId: 'getNewPasskeyOptions',
    summary: 'Get the options for a new passkey',
    description: 'Returns the options for `navigator.credentials.create()`.',
    permission: OWN,
    fresh: true,
    errors: ['second_factor_required', 'too_many_passkeys'],
    response: { 200: CreationOptions },
    run: (_scope, { request }) => startAddingPasskey(context, challenges, sessionOf(request)),
  })
  passkeys.post('', {
    operationId: 'createPasskey',
    summary: 'Add a passkey',
    description: `Adds a passkey that the browser created in the last ${CHALLENGE_MS / 60_000} minutes. It must be discoverable and verify its user.`,
    permission: OWN,
    fresh: true,
    body: AddPasskeyBody,
    errors: [
      'challenge_expired',
      'invalid_passkey',
      'passkey_taken',
      'second_factor_required',
      'too_many_passkeys',
    ],
    response: { 201: Passkey },
    run: (_scope, { body, request }) =>
      addPasskey(context, challenges, { ...body, session: sessionOf(request) }),
  })
  passkeys.patch('/:id', {
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is only for you: signing in does not depend on it.',
    body: RenamePasskeyBody,
    response: { 200: Passkey },
    run: (_scope, { id, body: { name }, request }) =>
      renamePasskey(context, { userId: sessionOf(request).userId, id, name }),
  })
  passkeys.delete('/:id', {
    operationId: 'deletePasskey',
    summary: 'Remove a passkey',
    description: 'Also ends your other sessions that were started or confirmed with it.',
    fresh: true,
    errors: ['second_factor_required'],
    run: (_scope, { id, request }) => removePasskey(context, sessionOf(request), id),
  })
}
