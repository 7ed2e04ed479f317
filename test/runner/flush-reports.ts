/**
 * Preloaded into each test process. `--test-force-exit` waits for `close` of the stream that carries the reports before it
 * ends the process. A pipe has no such method, so reports that the runner had not read yet were lost.
 */
Object.assign(process.stdout, {
  close: (done: () => void) => void process.stdout.write('', () => done()),
})
