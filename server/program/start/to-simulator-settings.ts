import type { Config } from '#lib/settings/config.ts'
import { DEMO_NUMBER } from '../demo/demo-number.ts'

/** The control routes have no password, so they are only reachable from this machine. */
const HOST = '127.0.0.1'

/** Returns the platform URL for the rest of the product when the simulator plays the platform. */
export function simulatorGraphUrl(config: Config): string {
  return `http://${HOST}:${config.simulatorPort}/v25.0`
}

/** Returns the address of the simulator for this machine. */
export function simulatorUrl({ simulatorPort }: Pick<Config, 'simulatorPort'>): string {
  return `http://${HOST}:${simulatorPort}`
}

/** Returns the environment variables of the simulator. */
export function toSimulatorSettings(config: Config): Record<string, string> {
  const { phoneNumberId, displayPhone, businessAccount } = DEMO_NUMBER
  const { appSecret = '', verifyToken = '' } = config.whatsapp
  const receiver = ['0.0.0.0', '::'].includes(config.host) ? HOST : config.host
  return {
    SIMULATOR_PORT: String(config.simulatorPort),
    HOST,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
    WEBHOOK_URL: `http://${receiver}:${config.ingestPort}/webhook/whatsapp`,
    SIMULATOR_PARENTS: appOrigins(config).join(','),
    SIMULATOR_NUMBERS: `${phoneNumberId}:${displayPhone}:${businessAccount}`,
    LOG_LEVEL: config.logLevel === 'info' ? 'warn' : config.logLevel,
  }
}

/** Returns the origins of the web app, which embeds the simulator's phone and receiver beside the inbox. */
function appOrigins({ publicUrl, port }: Config): string[] {
  const own = ['localhost', '127.0.0.1'].map((name) => `http://${name}:${port}`)
  return [...new Set([new URL(publicUrl).origin, ...own])]
}
