import { test } from 'node:test'
import { writeFileSync } from 'node:fs'
import { openBrowser } from './browser.ts'
import { startDemo } from './demo.ts'
import { listPages, settle } from './pages.ts'

const demo = await startDemo()
const { open } = await openBrowser(demo.url)
const pages = await listPages(demo)
const only = process.env['ONLY']?.split(',')

test('explore', async () => {
  const out: any[] = []
  for (const width of [1440, 390]) {
    const { page, context } = await open('/sign-in', { width, height: width > 1000 ? 900 : 844 })
    await context.addInitScript(`
      window.__shifts = [];
      const say0 = (n, i) => { if (!n) return '?'; if (n.nodeType === 3) return 'text:' + n.textContent.slice(0, 30) + ' in ' + say(n.parentElement, 1); 
        return n.tagName + '.' + String(n.className.baseVal ?? n.className).slice(0, 60) + (i ? '' : ' "' + (n.textContent || '').slice(0, 40) + '"' + (n.parentElement ? ' < ' + say(n.parentElement, 1) : '')) };
      const say = (n, i) => say0(n, i); const r = (x) => [x.x, x.y, x.width, x.height].map(Math.round).join(',');
      new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) window.__shifts.push({ v: e.value, t: Math.round(e.startTime), s: e.sources.map((s) => say(s.node) + ' ' + r(s.previousRect) + ' -> ' + r(s.currentRect)) }) }).observe({ type: 'layout-shift', buffered: true });
      const real = window.fetch; let turn = Promise.resolve();
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      window.fetch = async (...args) => { const answer = await real(...args); const mine = turn.then(frame).then(frame); turn = mine; await mine; return answer };
    `)
    let signed = false
    for (const { name, path, isOpen = false, shows } of pages.toSorted(
      (a, b) => Number(b.isOpen ?? false) - Number(a.isOpen ?? false),
    )) {
      if (only && !only.includes(name)) continue
      if (!isOpen && !signed) {
        const [cookie, value] = demo.cookie.split('=') as [string, string]
        await context.addCookies([{ name: cookie, value, url: demo.url }])
        signed = true
      }
      try {
        await page.goto('about:blank')
        await page.goto(path.startsWith('http') ? path : demo.url + path)
        await settle(page, shows)
        await page.waitForTimeout(400)
        const found: any[] = await page.evaluate('window.__shifts')
        const sum = found.reduce((s, f) => s + f.v, 0)
        const wide: any = {}
        for (const w of width === 390 ? [390, 320] : [1440, 1920, 820, 640]) {
          await page.setViewportSize({ width: w, height: w === 640 ? 400 : 900 })
          await page.waitForTimeout(60)
          const ex: any = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          if (ex > 0) wide[w] = ex
        }
        await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 })
        out.push({ name, width, sum: +sum.toFixed(4), wide, found })
      } catch (e) {
        out.push({ name, width, sum: -1, found: [String(e)] })
      }
      writeFileSync('/tmp/shift36.json', JSON.stringify(out))
    }
  }
})
