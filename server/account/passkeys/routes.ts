import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/authenticate.ts'
import { refuseOtherOrigin } from '#http/same-origin.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
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

const tags = ['Session']
const path = '/api/session/passkeys'
const own = { session: 'member', withoutSecondFactor: true } as const

/** Adds the routes of passkeys: signing in, confirming, and those of the signed-in user. */
export function addPasskeyRoutes(app: App, context: Context, signIn: SignIn): void {
  const { challenges, passkeyCookie } = signIn
  const { publicUrl } = context.config

  app.post(
    `${AUTH_PATH}/sign-in/passkey/options`,
    {
      config: { permission: { open: 'signing in starts with a challenge' } },
      schema: {
        operationId: 'getPasskeySignInOptions',
        summary: 'Get the options for a sign-in with a passkey',
        description:
          'Returns the options for `navigator.credentials.get()`, the same for everybody. The user chooses the passkey, which names their account. Sets a cookie that the sign-in requires.',
        tags,
        body: EmptyBody,
        errors: ['cross_origin'],
        response: { 200: RequestOptions },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      const holder = passkeyCookie.read(request.headers) ?? randomBytes(16).toString('base64url')
      const challenge = challenges.create({ purpose: 'sign-in', holder })
      return reply
        .header('set-cookie', passkeyCookie.write(holder))
        .send(await startUsingPasskey(context, challenge))
    },
  )
  app.post(
    `${AUTH_PATH}/sign-in/passkey`,
    {
      config: { permission: { open: 'signing in creates the session' } },
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description:
          'Sets the session cookie. A passkey needs no second factor, because the device verifies its user.',
        tags,
        body: UsedCredential,
        errors: ['challenge_expired', 'cross_origin', 'invalid_passkey', 'rate_limited'],
        response: { 200: SessionUser },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, publicUrl)
      const { cookies, body } = await signIn.signInWithPasskey(request, request.body)
      return reply.header('set-cookie', cookies).send(body)
    },
  )
  app.post(
    '/api/session/confirm/passkey/options',
    {
      config: { permission: own },
      schema: {
        operationId: 'getPasskeyConfirmationOptions',
        summary: 'Get the options for a confirmation with a passkey',
        description: 'Returns the options for `navigator.credentials.get()`.',
        tags,
        body: EmptyBody,
        response: { 200: RequestOptions },
      },
    },
    async (request) => {
      const { id, userId } = sessionOf(request)
      const challenge = challenges.create({ purpose: 'confirm', holder: id })
      return startUsingPasskey(context, challenge, userId)
    },
  )
  app.post(
    '/api/session/confirm/passkey',
    {
      config: { permission: own },
      schema: {
        operationId: 'confirmWithPasskey',
        summary: 'Confirm with a passkey',
        description:
          'Has the effect of `POST /api/session/confirm`, and also proves the second factor that the workspace requires.',
        tags,
        body: UsedCredential,
        errors: ['challenge_expired', 'invalid_passkey', 'rate_limited'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const credential = request.body
      const challenge = readChallenge(credential.response.clientDataJSON)
      challenges.check(challenge, { purpose: 'confirm', holder: session.id })
      const found = await findCountedPasskey(context, signIn, request, credential, session.id)
      if (found?.user_id !== session.userId) throw invalidPasskey()
      const passkey = await verifyPasskey(context, found, { credential, challenge })
      await confirmWithPasskey(context, session.id, passkey)
      return reply.code(204).send(null)
    },
  )
  app.get(
    path,
    {
      config: { permission: own },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'Returns all of your passkeys, oldest first, on one page.',
        tags,
        response: { 200: pageOf(Passkey) },
      },
    },
    async (request) => ({
      data: await listPasskeys(context, sessionOf(request).userId),
      next_cursor: null,
    }),
  )
  app.post(
    `${path}/options`,
    {
      config: { permission: { ...own, fresh: true } },
      schema: {
        operationId: 'getNewPasskeyOptions',
        summary: 'Get the options for a new passkey',
        description: 'Returns the options for `navigator.credentials.create()`.',
        tags,
        body: EmptyBody,
        errors: ['second_factor_required', 'too_many_passkeys'],
        response: { 200: CreationOptions },
      },
    },
    async (request) => startAddingPasskey(context, challenges, sessionOf(request)),
  )
  app.post(
    path,
    {
      config: { permission: { ...own, fresh: true } },
      schema: {
        operationId: 'createPasskey',
        summary: 'Add a passkey',
        description: `Adds a passkey that the browser created in the last ${CHALLENGE_MS / 60_000} minutes. It must be discoverable and verify its user.`,
        tags,
        body: AddPasskeyBody,
        errors: [
          'challenge_expired',
          'invalid_passkey',
          'passkey_taken',
          'second_factor_required',
          'too_many_passkeys',
        ],
        response: { 201: Passkey },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const passkey = await addPasskey(context, challenges, { ...request.body, session })
      return reply.code(201).send(passkey)
    },
  )
  app.patch(
    `${path}/:id`,
    {
      config: { permission: { session: 'member' } },
      schema: {
        operationId: 'renamePasskey',
        summary: 'Rename a passkey',
        description: 'The name is only for you: signing in does not depend on it.',
        tags,
        params: IdParams,
        body: RenamePasskeyBody,
        errors: ['passkey_not_found'],
        response: { 200: Passkey },
      },
    },
    async (request) =>
      renamePasskey(context, {
        userId: sessionOf(request).userId,
        id: request.params.id,
        name: request.body.name,
      }),
  )
  app.delete(
    `${path}/:id`,
    {
      config: { permission: { session: 'member', fresh: true } },
      schema: {
        operationId: 'deletePasskey',
        summary: 'Remove a passkey',
        description: 'Also ends your other sessions that were started or confirmed with it.',
        tags,
        params: IdParams,
        errors: ['passkey_not_found', 'second_factor_required'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removePasskey(context, sessionOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
