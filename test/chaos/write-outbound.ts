import type { Random } from '../crash/random.ts'

/** What the business sends, beside the conversation: of every type that needs nothing that was there before. */
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
