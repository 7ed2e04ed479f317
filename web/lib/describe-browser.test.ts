import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBrowser } from './describe-browser.ts'

test('browser and system are named, also when a browser imitates others', () => {
  const ofWindows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  const cases: [agent: string | null, browser: string | undefined, system: string | undefined][] = [
    [`${ofWindows} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${ofWindows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', 'curl', undefined],
    ['something else', undefined, undefined],
    [null, undefined, undefined],
  ]
  for (const [agent, browser, system] of cases)
    assert.deepEqual(describeBrowser(agent), { browser, system }, String(agent))
})
