import type { VisitorWords } from '../visitor-name.ts'

/** The words for names of visitors in Hindi. All nouns are masculine, as the forms of the colours are, and none is used as an insult. */
export const hindiVisitors: VisitorWords = {
  colors:
    'नीला हरा गुलाबी बैंगनी नारंगी सुनहरा आसमानी रुपहला मोतिया फ़िरोज़ी जामुनी धानी सिंदूरी चंपई किरमिजी अंगूरी',
  animals:
    'बगुला हिरन मोर हंस चीता पांडा बाज़ शेर बाघ सारस कबूतर खरगोश नीलकंठ चकोर राजहंस पपीहा जुगनू बारहसिंगा ऊदबिलाव शिकरा कमल गुलाब कनेर पलाश गेंदा मोगरा देवदार चंदन कचनार हरसिंगार अशोक नीम',
}
