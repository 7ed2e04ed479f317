import { resource } from '#http/resource.ts'
import { browserOf } from '#account/sign-in/browser-of.ts'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { sessionOf } from '#http/add-authentication.ts'
import { removeDevice, testDevice, updateDevice } from './change-device.ts'
import { findDevice, listDevices } from './list-devices.ts'
import { registerDevice } from './register-device.ts'
import { PushDevice, PushDevices, RegisterDeviceBody, UpdateDeviceBody } from './schema.ts'
import { getVapidKeys } from './vapid-keys.ts'

/** Adds the routes of the devices on which a member receives push notifications. */
export function addDeviceRoutes(app: App, context: Context): void {
  const pushDevices = resource(app, '/api/app/push-devices', {
    tag: 'Session',
    read: { session: 'member' },
    write: { session: 'member' },
    notFound: 'device_not_found',
  })

  pushDevices.get('', {
    operationId: 'listPushDevices',
    summary: 'List your devices with push notifications',
    description:
      'Returns the browsers that receive your push notifications, newest first, and the key with which another browser subscribes.',
    response: { 200: PushDevices },
    run: async (_scope, { request }) => ({
      data: await listDevices(context, sessionOf(request)),
      push_key: (await getVapidKeys(context)).publicKey,
    }),
  })
  pushDevices.post('', {
    operationId: 'createPushDevice',
    summary: 'Turn on push notifications in this browser',
    description:
      'Send the PushSubscription of the browser. It belongs to your session and ends with it.',
    body: RegisterDeviceBody,
    errors: ['quota_exceeded'],
    response: { 200: PushDevice },
    runs: 'directory',
    run: async (scope, { body, request }) => {
      const { userAgent } = browserOf(request)
      return registerDevice(scope, { ...sessionOf(request), userAgent }, body)
    },
  })
  pushDevices.patch('/:id', {
    operationId: 'updatePushDevice',
    summary: 'Change what a device receives',
    description: '`rules` null: all of your notifications.',
    body: UpdateDeviceBody,
    response: { 200: PushDevice },
    runs: 'directory',
    run: (scope, { id, body, request }) => updateDevice(scope, sessionOf(request), id, body),
  })
  pushDevices.delete('/:id', {
    operationId: 'deletePushDevice',
    summary: 'Turn off push notifications on a device',
    description: 'The device receives no more push notifications. Its session stays active.',
    run: (_scope, { id, request }) => removeDevice(context, sessionOf(request), id),
  })
  pushDevices.post('/:id/test', {
    operationId: 'testPushDevice',
    summary: 'Send a test notification to a device',
    description:
      'Attempts it for at most a minute, also in your quiet hours. If the push fails, `last_error` of the device says why.',
    response: { 200: PushDevice },
    runs: 'tenant',
    before: (scope, { id, request }) => findDevice(scope, sessionOf(request), id),
    run: (scope, { id }, device) => testDevice(scope, id, device),
  })
}
