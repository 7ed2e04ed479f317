import { Type } from 'typebox'
import { browserOf } from '#account/sign-in/browser-of.ts'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/authenticate.ts'
import { answerOnceInDirectory, answerOnceWith } from '#http/idempotency.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { removeDevice, testDevice, updateDevice } from './change-device.ts'
import { findDevice, listDevices } from './list-devices.ts'
import { registerDevice } from './register-device.ts'
import { PushDevice, PushDevices, RegisterDeviceBody, UpdateDeviceBody } from './schema.ts'
import { getVapidKeys } from './vapid-keys.ts'

const config = { permission: { session: 'member' } } as const
const tags = ['Session']

/** Adds the routes of the devices on which a member receives push notifications. */
export function addDeviceRoutes(app: App, context: Context): void {
  app.get(
    '/api/app/push-devices',
    {
      config,
      schema: {
        operationId: 'listPushDevices',
        summary: 'List your devices with push notifications',
        description:
          'Returns the browsers that receive your push notifications, newest first, and the key with which another browser subscribes.',
        tags,
        response: { 200: PushDevices },
      },
    },
    async (request) => ({
      data: await listDevices(context, sessionOf(request)),
      push_key: (await getVapidKeys(context)).publicKey,
    }),
  )
  app.post(
    '/api/app/push-devices',
    {
      config,
      schema: {
        operationId: 'createPushDevice',
        summary: 'Turn on push notifications in this browser',
        description:
          'Send the PushSubscription of the browser. It belongs to your session and ends with it.',
        tags,
        body: RegisterDeviceBody,
        errors: ['invalid_url', 'quota_exceeded'],
        isIdempotent: true,
        response: { 200: PushDevice },
      },
    },
    async (request, reply) =>
      answerOnceInDirectory(request, reply, 200, async (scope) => {
        const { userAgent } = browserOf(request)
        return registerDevice(scope, { ...sessionOf(request), userAgent }, request.body)
      }),
  )
  app.patch(
    '/api/app/push-devices/:id',
    {
      config,
      schema: {
        operationId: 'updatePushDevice',
        summary: 'Change what a device receives',
        description: '`rules` null: all of your notifications.',
        tags,
        params: IdParams,
        body: UpdateDeviceBody,
        errors: ['device_not_found'],
        isIdempotent: true,
        response: { 200: PushDevice },
      },
    },
    async (request, reply) =>
      answerOnceInDirectory(request, reply, 200, (scope) =>
        updateDevice(scope, sessionOf(request), request.params.id, request.body),
      ),
  )
  app.delete(
    '/api/app/push-devices/:id',
    {
      config,
      schema: {
        operationId: 'deletePushDevice',
        summary: 'Turn off push notifications on a device',
        description: 'The device receives no more push notifications. Its session stays active.',
        tags,
        params: IdParams,
        errors: ['device_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeDevice(context, sessionOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/app/push-devices/:id/test',
    {
      config,
      schema: {
        operationId: 'testPushDevice',
        summary: 'Send a test notification to a device',
        description:
          'Attempts it for at most a minute, also in your quiet hours. If the push fails, `last_error` of the device says why.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['device_not_found'],
        isIdempotent: true,
        response: { 200: PushDevice },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        200,
        (scope) => findDevice(scope, sessionOf(request), request.params.id),
        (scope, device) => testDevice(scope, request.params.id, device),
      ),
  )
}
