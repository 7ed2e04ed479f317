import type { Random } from '../crash/random.ts'

/** Returns a message of the business without its target, of any type that needs no earlier message. */
export function writeOutbound(text: string, random: Random): Record<string, unknown> {
  if (random.chance(0.6)) return { message: text }
  return random.pick([
    () => ({ media_url: 'https://shop.example/label.png', type: 'image', message: text }),
    () => ({ location: { latitude: 12.97, longitude: 77.59, name: text } }),
    () => ({ contacts: [{ name: { formatted_name: text, first_name: 'Omar' } }] }),
    () => ({ template: { name: 'chaos_update', language: 'en_US', components: [] } }),
    () => ({
      interactive: {
        type: 'button',
        body: { text },
        action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] },
      },
    }),
  ])()
}
