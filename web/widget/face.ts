import { create } from './dom.ts'

/** Creates the face of an author: the picture, or the first letters of the name on a colour that follows from it. */
export function createFace(name: string, picture?: string | null): HTMLElement {
  const face = create('span', 'face', { 'aria-hidden': 'true' }, toInitials(name))
  face.style.setProperty('--hue', String(toHue(name)))
  if (!picture || !/^https?:\/\//.test(picture)) return face
  const image = create('img', '', { alt: '', referrerpolicy: 'no-referrer' })
  // A page whose policy forbids the picture shows the letters.
  image.addEventListener('load', () => face.replaceChildren(image))
  image.src = picture
  return face
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

function toHue(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 360
  return hash
}
