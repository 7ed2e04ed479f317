import { readBlocks } from './read-blocks.ts'
import type { Block } from './read-blocks.ts'

/** Replaces the ports of a document: those of the API, the ingest server, the simulator, and the reader's receiver. */
export function onPorts(text: string, ports: readonly number[]): string {
  return text
    .replaceAll('localhost:3000', `localhost:${ports[0]}`)
    .replaceAll('localhost:3002', `localhost:${ports[2]}`)
    .replaceAll('localhost:4000', `localhost:${ports[3]}`)
    .replaceAll('listen(4000)', `listen(${ports[3]})`)
}

/** Returns the blocks of the README's quickstart that come after starting Parley. */
export function readQuickstart(readme: string): Block[] {
  const [, steps] = readme.split('<!-- quickstart: steps -->')
  return readBlocks(steps!.split('\n## ')[0]!)
}
