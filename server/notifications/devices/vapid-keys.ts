import type { Context } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'

/** A key pair for VAPID, as base64url. Source: RFC 8292. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** The id of the only row. */
const ID = NO_WORKSPACE
const AAD = `vapid_key:${ID}`

/** Returns the key pair with which this installation identifies itself to push services. Creates it if there is none. */
export async function getVapidKeys(
  context: Pick<Context, 'directory' | 'config'>,
): Promise<VapidKeys> {
  const stored = await readVapidKeys(context)
  if (stored) return stored
  await createVapidKeys(context)
  return (await readVapidKeys(context))!
}

/**
 * Creates the key pair at the first start. Of several processes that do so at the same time, one stores its keys and all
 * use them. Browsers are subscribed to the public key, so it never changes. An existing pair is not decrypted.
 */
export async function createVapidKeys(
  context: Pick<Context, 'directory' | 'config'>,
): Promise<void> {
  const known = await context.directory
    .selectFrom('vapid_keys')
    .select('id')
    .where('id', '=', ID)
    .executeTakeFirst()
  if (known) return
  // Loaded with the first use, because all but the first start without it.
  const { default: webpush } = await import('web-push')
  const made = webpush.generateVAPIDKeys()
  const ring = keyRingOf(context.config, 'encrypt the keys of web push')
  await context.directory
    .insertInto('vapid_keys')
    .values({
      id: ID,
      public_key: made.publicKey,
      private_key: encrypt(ring, made.privateKey, AAD),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function readVapidKeys({
  directory,
  config,
}: Pick<Context, 'directory' | 'config'>): Promise<VapidKeys | undefined> {
  const row = await directory
    .selectFrom('vapid_keys')
    .select(['public_key', 'private_key'])
    .where('id', '=', ID)
    .executeTakeFirst()
  if (!row) return undefined
  const ring = keyRingOf(config, 'encrypt the keys of web push')
  return { publicKey: row.public_key, privateKey: decrypt(ring, row.private_key, AAD) }
}
