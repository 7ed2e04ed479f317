import type { VisitorWords } from '../visitor-name.ts'

/** The words for names of visitors in English. None describes a person: no colour of skin, and no animal that is used as an insult. */
export const englishVisitors: VisitorWords = {
  colors:
    'Amber Blue Coral Crimson Emerald Green Indigo Jade Lilac Mint Orange Purple Scarlet Silver Teal Violet',
  animals:
    'Alpaca Dolphin Dragonfly Egret Falcon Finch Gazelle Hedgehog Heron Ibis Kestrel Kingfisher Koala Lark Lynx Nightingale Oriole Osprey Otter Panda Pelican Penguin Plover Puffin Robin Sparrow Starling Swan Tiger Toucan Turtle Wren',
}
