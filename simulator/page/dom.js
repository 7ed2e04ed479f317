const SVG = 'http://www.w3.org/2000/svg'

const ICONS = {
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4 4',
  send: 'M4 12L20 4l-5 16-3.5-6.5z',
  smile:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8.5 14c.8 1.6 2 2.4 3.5 2.4s2.7-.8 3.5-2.4M9 9.5v.5M15 9.5v.5',
  attach:
    'M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L12.6 4.7a3 3 0 0 1 4.3 4.3l-7.3 7.2a1.5 1.5 0 0 1-2.1-2.1L14 7.6',
  image:
    'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 16l4.5-4.5 4 4L15 13l5 4.5M15 9.2v.1',
  document: 'M7 3h7l5 5v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M9 13h6M9 17h4',
  mic: 'M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4zM6.5 11a5.5 5.5 0 0 0 11 0M12 16.5V20',
  pin: 'M12 21s7-6.4 7-11.5A7 7 0 0 0 5 9.5C5 14.600 12 21 12 21zM12 7.500a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400z',
  person:
    'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c.8-3.800 3.700-5.500 7.500-5.500s6.700 1.700 7.500 5.500',
  reply: 'M10 6L4 12l6 6M4 12h9c4 0 6.500 2 7 6',
  more: 'M12 6v.1M12 12v.1M12 18v.1',
  close: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.500l3 1.800',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  checks: 'M2.500 12.500L7 17l8.500-9M11 15.500l1.500 1.500L21.500 8',
  alert: 'M12 4l9 16H3zM12 10v4.500M12 17.200v.1',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  phone:
    'M6 3h4l1.500 5-2.500 1.500a11 11 0 0 0 5.500 5.500L16 12.500l5 1.500v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
  bag: 'M6 8h12l1 12H5zM9 8V7a3 3 0 0 1 6 0v1',
  info: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11v5M12 8v.1',
}

/** Creates an element with properties and children; text is only ever set as text. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'class') element.className = value
    else if (name === 'hue') element.style.setProperty('--hue', value)
    else if (name === 'value') element.value = value
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false && child !== ''),
  )
  return element
}

/** Creates an icon that assistive technology ignores. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.classList.add('icon')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

/** Creates a button with only an icon and an accessible name. */
export function iconButton(name, label, onclick, more = {}) {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...more },
    icon(name),
  )
}

/** Creates a round picture with a name's initials, in a colour derived from it. */
export function avatar(name, size = '') {
  const words = name.replace(/^\+/, '').split(/\s+/).filter(Boolean)
  const letters = (
    /^\d/.test(words[0] ?? '')
      ? [words[0].slice(-2)]
      : [words[0], ...words.slice(1).slice(-1)].map((word) => [...(word ?? '')][0] ?? '')
  ).join('')
  let hue = 0
  for (const letter of name) hue = (hue * 31 + letter.codePointAt(0)) % 360
  return h('span', { class: `avatar ${size}`, 'aria-hidden': 'true', hue }, letters.toUpperCase())
}

/** Shows a short message that disappears, and replaces the one before: several would cover the buttons of a phone. */
export function toast(text) {
  const item = h('div', { class: 'toast' }, text)
  document.getElementById('toasts').replaceChildren(item)
  setTimeout(() => item.remove(), 6000)
}
