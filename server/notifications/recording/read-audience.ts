import type { Scope } from '#db/context.ts'
import { findEntitledDevices } from '../devices/find-entitled-devices.ts'
import type { EntitledDevice } from '../devices/find-entitled-devices.ts'
import { findRecipients } from '../find-recipients.ts'
import type { Recipient } from '../find-recipients.ts'
import { quietMinutesLeft, rulesFor } from '../rules-for.ts'
import type { Fact } from '../rules-for.ts'

/** The members of a workspace, and the devices of those whom facts concern now, by membership. */
export type Audience = {
  recipients: Recipient[]
  devices: ReadonlyMap<string, EntitledDevice[]>
}

/** Reads who can be notified of facts, and the devices to push to, before the transaction that records the facts. */
export async function readAudience(scope: Scope, facts: Fact[]): Promise<Audience> {
  const recipients = await findRecipients(scope)
  const now = scope.clock.now()
  const membershipIds = recipients
    .filter((recipient) => quietMinutesLeft(recipient, now) === 0)
    .filter((recipient) => facts.some((fact) => rulesOf(fact, recipient).length > 0))
    .map(({ id }) => id)
  if (membershipIds.length === 0) return { recipients, devices: new Map() }
  const devices = await findEntitledDevices(scope, { membershipIds })
  return { recipients, devices: Map.groupBy(devices, (device) => device.membership_id) }
}

/** Returns the rules of a member under which they are notified of a fact. */
export function rulesOf(fact: Fact, recipient: Recipient): string[] {
  return rulesFor(fact, recipient.id).filter((rule) => recipient.rules.includes(rule))
}
