import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Step, StepOutcome } from './speak.ts'

/** A process of the product that does steps and sends what is queued. */
export type Speaker = { speak: (step: Step) => Promise<StepOutcome>; close: () => Promise<void> }

/** Starts a process of the product on the database at `url`, whose platform is at `graphUrl`. */
export async function openSpeaker(url: string, graphUrl: string): Promise<Speaker> {
  const child = fork(`${import.meta.dirname}/speaker-process.ts`, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const waiting = new Map<number, (outcome: StepOutcome) => void>()
  let count = 0
  const isReady = once(child, 'message')
  child.send({ url, graphUrl })
  await isReady
  child.on('message', ({ number, outcome }: { number: number; outcome: StepOutcome }) => {
    waiting.get(number)?.(outcome)
    waiting.delete(number)
  })
  return {
    speak: (step) =>
      new Promise((resolve) => {
        const number = ++count
        waiting.set(number, resolve)
        child.send({ number, step })
      }),
    close: () => close(child),
  }
}

async function close(child: ChildProcess): Promise<void> {
  const hasEnded = once(child, 'exit')
  child.send(null as unknown as object)
  await hasEnded
}
