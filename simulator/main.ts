import { HELP, readArguments } from './arguments.ts'
import { ConfigError, readEnv, toConfig } from './config.ts'

const given = readArguments(process.argv.slice(2))
if (given.kind === 'help') {
  console.log(HELP)
  process.exit(0)
}
if (given.kind === 'mistake') {
  console.error(given.line)
  process.exit(1)
}
const env = { ...readEnv(), ...given.env }

try {
  const config = toConfig(env)
  const { startSimulator } = await import('./start-simulator.ts')
  const simulator = await startSimulator(config)
  let stopping: Promise<never> | undefined
  // Ctrl-C reaches parent and child, so several signals to stop may arrive together.
  const stop = () => void (stopping ??= simulator.close().then(() => process.exit(0)))

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.send) {
    // When the parent dies, the channel closes: the simulator never outlives it.
    process.on('disconnect', stop)
    process.send({ type: 'ready', port: simulator.port })
  } else {
    console.log(`Phone: ${simulator.url}/   Cloud API: ${simulator.url}/v24.0`)
    console.log(
      `Webhooks are sent to ${config.webhookUrl}. The simulator never calls the real platform.`,
    )
  }
} catch (error) {
  for (const line of explain(error)) console.error(line)
  process.exit(1)
}

function explain(error: unknown): string[] {
  if (error instanceof ConfigError) return error.mistakes
  const { code, message } = error as NodeJS.ErrnoException
  const { SIMULATOR_PORT: port = '3002', HOST: host = '127.0.0.1' } = env
  if (code === 'EADDRINUSE') {
    return [
      `Port ${port} is in use. Stop the program that uses it, or set SIMULATOR_PORT to another port.`,
    ]
  }
  if (code === 'EACCES')
    return [`Port ${port} requires more privileges. Set SIMULATOR_PORT to another port.`]
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return [`HOST "${host}" is not an address of this machine.`]
  }
  return [`The simulator could not start: ${message}`]
}
